import torch


def scale(x):
    return x * x.abs().max().item()


def step(x):
    y = torch.relu(x)
    return scale(y)


def capture(x):
    step(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        out = step(x)
    limit = out.max().item()
    return g, out, limit
