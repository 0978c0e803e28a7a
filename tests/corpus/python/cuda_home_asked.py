import os

import torch


def home():
    if torch.version.hip:
        return os.environ.get("ROCM_PATH")
    return os.getenv("CUDA_HOME")
