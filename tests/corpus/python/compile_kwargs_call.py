import torch

options = dict(mode="max-autotune")
m = torch.compile(m, **options)
n = torch.compile(n, **options)
