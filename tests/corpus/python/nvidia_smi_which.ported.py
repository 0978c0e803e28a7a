import shutil
from shutil import which

import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

has_gpu = shutil.which("amd-smi" if is_rocm else "nvidia-smi") is not None
nvcc = which('nvcc')
if not which('hipcc' if is_rocm else 'nvcc'):
    skip()


def query():
    command = which("nvidia-smi")
    return run([command, "--query-gpu=count"])
