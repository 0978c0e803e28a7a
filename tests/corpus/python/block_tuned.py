# rocport-target: torch=2.9 rocm=7.0 profile=tuned-inference
import torch


@torch.inference_mode()
def main(model, x):
    return torch.compile(model)(x)


if __name__ == "__main__":
    main(torch.nn.ReLU(), torch.zeros(1))
