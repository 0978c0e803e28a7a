import torch


# Quantises to eight bits, one end of the range a name of another kind.
def quantise(x, scale):
    low = -448
    return torch.maximum(x / scale, low).to(torch.float8_e4m3fn)
