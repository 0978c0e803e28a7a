import shutil
from shutil import which

import torch

has_gpu = shutil.which("nvidia-smi") is not None
nvcc = which('nvcc')
