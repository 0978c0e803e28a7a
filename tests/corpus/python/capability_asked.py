import torch

is_hip = torch.version.hip is not None


def is_hopper():
    return torch.version.hip is None and torch.cuda.get_device_capability()[0] == 9


def blocks():
    if is_hip:
        return 64
    if torch.cuda.get_device_capability()[0] >= 9:
        return 128
    return 32
