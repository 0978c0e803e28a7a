import torch

try:
    import pynvml
except ImportError:
    pynvml = None


def count():
    return pynvml.nvmlDeviceGetCount()
