import torch as th

m = th.compile(m, mode="reduce-overhead")
