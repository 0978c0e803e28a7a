import torch


# Quantises to eight bits.
def quantise(x, scale):
    return (x / scale).to(torch.float8_e4m3fn)


IMAGE_SIZE = 448
HIDDEN = 57344
