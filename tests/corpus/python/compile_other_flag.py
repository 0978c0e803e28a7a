import torch
is_rocm = False
m = torch.compile(m, mode="reduce-overhead")
