import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

options = {}
options["mode"] = "default" if is_rocm else "reduce-overhead"
m = torch.compile(m, **options)
