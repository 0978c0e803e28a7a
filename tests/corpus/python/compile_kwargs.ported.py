import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

options = {"mode": "default" if is_rocm else "reduce-overhead", "dynamic": False}
m = torch.compile(m, **options)
