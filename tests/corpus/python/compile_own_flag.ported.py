import torch
from flags import is_rocm

m = torch.compile(m, mode="default" if is_rocm else "reduce-overhead")
