import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

try:
    import pynvml
except ImportError:
    pynvml = None
if is_rocm:
    pynvml = None


def used(index):
    if pynvml is None or index is None:
        return 0
    pynvml.nvmlInit()
    return pynvml.nvmlDeviceGetMemoryInfo(pynvml.nvmlDeviceGetHandleByIndex(index)).used


def count():
    return pynvml.nvmlDeviceGetCount() if pynvml else 0
