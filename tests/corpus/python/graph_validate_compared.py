import torch
from torch.cuda import CUDAGraph


def check(model, x):
    expected = model(x)
    g = CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    g.replay()
    torch.testing.assert_close(y, expected)
