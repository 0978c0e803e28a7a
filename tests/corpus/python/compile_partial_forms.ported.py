import functools
from functools import partial

import torch
from torch import compile as torch_compile

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

fast = partial(torch.compile, mode="default" if is_rocm else "reduce-overhead")
decorate = functools.partial(torch_compile, fullgraph=True, mode=(
    "default" if is_rocm else "max-autotune"
))
plain = partial(torch.compile, dynamic=True)


@partial(torch.compile, mode="default" if is_rocm else "max-autotune")
def step(x):
    return x
