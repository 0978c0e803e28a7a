import torch
from flags import is_rocm

m = torch.compile(m, mode="reduce-overhead")
