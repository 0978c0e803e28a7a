import torch
a = torch.compile(f)
b = torch.compile(f, mode="default")
c = torch.compile(f, mode="max-autotune-no-cudagraphs")
d = torch.compile(f, mode=None)
