import shutil
from shutil import which

import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

has_gpu = shutil.which("amd-smi" if is_rocm else "nvidia-smi") is not None
nvcc = which('hipcc' if is_rocm else 'nvcc')
