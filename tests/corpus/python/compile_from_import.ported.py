import torch
from torch import compile

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

m = compile(m, mode="default" if is_rocm else "reduce-overhead")
