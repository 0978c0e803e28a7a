import torch
import torch._inductor.config as inductor_config

if torch.version.hip:
    inductor_config.max_autotune = False

model = torch.compile(torch.nn.ReLU())

if __name__ == "__main__":
    model(torch.zeros(1))
