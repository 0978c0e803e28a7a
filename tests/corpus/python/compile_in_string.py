import torch
"""torch.compile(m, mode="reduce-overhead")"""
# torch.compile(m, mode="reduce-overhead")
