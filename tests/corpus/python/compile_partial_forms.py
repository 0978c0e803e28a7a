import functools
from functools import partial

import torch
from torch import compile as torch_compile

fast = partial(torch.compile, mode="reduce-overhead")
decorate = functools.partial(torch_compile, fullgraph=True, mode="max-autotune")
plain = partial(torch.compile, dynamic=True)


@partial(torch.compile, mode="max-autotune")
def step(x):
    return x
