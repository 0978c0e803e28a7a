import os
import torch
import pynvml
import sys

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    pynvml.nvmlInit()


def used():
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    return pynvml.nvmlDeviceGetMemoryInfo(handle).used
