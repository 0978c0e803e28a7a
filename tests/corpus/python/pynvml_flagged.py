import torch

try:
    import pynvml

    pynvml.nvmlInit()
    HAS_NVML = True
except ImportError:
    HAS_NVML = False
