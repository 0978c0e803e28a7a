import functools
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

fast = functools.partial(torch.compile, mode=(
    "default" if is_rocm else "reduce-overhead"
))
m = fast(m)
