import torch

FLOAT8 = (torch.float8_e4m3fn, torch.float8_e5m2)
TYPES = {"F8_E4M3": torch.float8_e4m3fn, "F8_E5M2": torch.float8_e5m2}


def is_float8(x):
    return x.dtype == torch.float8_e4m3fn


def load(raw):
    return raw.view(torch.float8_e4m3fn)
