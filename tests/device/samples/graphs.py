"""Manual graph capture with a compiled step."""

import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4)).cuda().eval()
    step = torch.compile(model, mode="default")
    x = torch.randn(8, 32, device="cuda")
    with torch.no_grad():
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step(x)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = step(x)
        graph.replay()
        torch.cuda.synchronize()
    return {"y": y.clone()}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
