import torch

options = {"mode": "reduce-overhead", "dynamic": False}
m = torch.compile(m, **options)
