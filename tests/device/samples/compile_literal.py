"""A model that is compiled with a mode that captures graphs."""

import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 8)).cuda().eval()
    fast = torch.compile(model, mode="reduce-overhead")
    x = torch.randn(32, 64, device="cuda")
    with torch.no_grad():
        for _ in range(3):
            y = fast(x).clone()
    return {"y": y}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
