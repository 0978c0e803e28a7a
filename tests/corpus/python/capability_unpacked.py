import torch


def block_size(device):
    major, minor = torch.cuda.get_device_capability(device)
    if major == 8 and minor > 0:
        return 64
    elif 9 <= major < 10:
        return 128
    return 32
