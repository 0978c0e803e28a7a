import torch
m = torch.compile(m, mode="reduce-overhead" if fast else None)
