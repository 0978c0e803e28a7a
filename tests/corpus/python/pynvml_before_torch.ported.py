try:
    import pynvml
except ImportError:
    pynvml = None
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def start():
    if not is_rocm:
        pynvml.nvmlInit()
        pynvml.nvmlSystemGetDriverVersion()  # warm up
