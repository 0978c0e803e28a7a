# rocport-target: torch=2.11 rocm=7.2
import torch


def capture(x):
    torch.relu(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        state = torch.cuda.get_rng_state()
        y = torch.relu(x)
    return g, y, state
