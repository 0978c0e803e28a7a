import torch
from pkg.platform import is_rocm

def cast(x):
    return x.to(torch.float8_e4m3fn)
