import torch
m = torch.compiler.compile(m, mode="reduce-overhead")
