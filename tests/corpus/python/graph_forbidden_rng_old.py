# rocport-target: torch=2.6 rocm=6.4
import torch


def dropout(x):
    state = torch.cuda.get_rng_state()
    y = torch.nn.functional.dropout(x)
    torch.cuda.set_rng_state(state)
    return y


def capture(x):
    dropout(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        return g, dropout(x)
