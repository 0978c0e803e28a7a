import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

m = torch.compile(m, mode="default" if is_rocm else "reduce-overhead")
