import os
import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    pynvml = None
else:
    import pynvml
import sys

if not is_rocm:
    pynvml.nvmlInit()


def used():
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    return pynvml.nvmlDeviceGetMemoryInfo(handle).used
