# rocport-target: torch=2.3 rocm=6.1
import torch

step = torch.compile(torch.nn.ReLU())

if __name__ == "__main__":
    step(torch.zeros(1))
