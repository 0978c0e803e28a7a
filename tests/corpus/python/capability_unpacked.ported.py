import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def block_size(device):
    major, minor = torch.cuda.get_device_capability(device)
    if not is_rocm and major == 8 and minor > 0:
        return 64
    elif not is_rocm and 9 <= major < 10:
        return 128
    return 32
