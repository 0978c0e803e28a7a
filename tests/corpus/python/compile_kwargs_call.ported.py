import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

options = dict(mode="default" if is_rocm else "max-autotune")
m = torch.compile(m, **options)
n = torch.compile(n, **options)
