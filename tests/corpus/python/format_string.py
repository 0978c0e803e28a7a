import os

import torch
from torch.utils.cpp_extension import CUDA_HOME


def arguments():
    if CUDA_HOME is None:
        return []
    return [f"-DCUDA_TOOLKIT_ROOT_DIR='{CUDA_HOME}'", f'-DARCH={torch.cuda.get_device_capability()[0] >= 9}']
