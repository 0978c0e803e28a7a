import torch

is_rocm = getattr(torch.version, "hip", None) is not None

model = torch.compile(torch.nn.ReLU(), mode="reduce-overhead")

if __name__ == "__main__":
    model(torch.zeros(1))
