import functools
import torch

fast = functools.partial(torch.compile, mode="reduce-overhead")
m = fast(m)
