import torch
m = torch.compile(m, mode="reduce-overhead")
def f(:
    pass
