import torch
from torch.cuda import _device_count_nvml
from triton.testing import nvsmi

use_cuda = torch.backends.cuda.is_built()
macros = [("WITH_CUDA", None), ("WITH_CPU", "1")]


def clock():
    return nvsmi(["clocks.max.sm"])[0]


def count():
    return _device_count_nvml()
