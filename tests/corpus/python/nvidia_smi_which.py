import shutil
from shutil import which

import torch

has_gpu = shutil.which("nvidia-smi") is not None
nvcc = which('nvcc')
if not which('nvcc'):
    skip()


def query():
    command = which("nvidia-smi")
    return run([command, "--query-gpu=count"])
