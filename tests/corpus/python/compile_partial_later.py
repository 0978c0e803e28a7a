from functools import partial
import torch

fast = partial(torch.compile, fullgraph=True)
m = fast(m, mode="reduce-overhead")
