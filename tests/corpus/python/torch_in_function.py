def f(m):
    import torch
    return torch.compile(m, mode="reduce-overhead")
