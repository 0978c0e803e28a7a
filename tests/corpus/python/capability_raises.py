import torch

if torch.cuda.get_device_capability() < (8, 0):
    raise RuntimeError("an Ampere GPU is needed")

assert torch.cuda.get_device_capability()[0] >= 7
