import torch

options = {}
options["mode"] = "reduce-overhead"
m = torch.compile(m, **options)
