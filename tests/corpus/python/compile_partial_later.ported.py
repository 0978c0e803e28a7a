from functools import partial
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

fast = partial(torch.compile, fullgraph=True)
m = fast(m, mode="default" if is_rocm else "reduce-overhead")
