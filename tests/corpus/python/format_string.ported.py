import os

import torch
from torch.utils.cpp_extension import CUDA_HOME
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def arguments():
    if (os.environ.get("ROCM_PATH", "/opt/rocm") if is_rocm else CUDA_HOME) is None:
        return []
    return [f"-DCUDA_TOOLKIT_ROOT_DIR='{CUDA_HOME}'", f'-DARCH={torch.cuda.get_device_capability()[0] >= 9}']
