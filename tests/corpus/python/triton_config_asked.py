import torch
import triton


def is_hip():
    return triton.runtime.driver.active.get_current_target().backend == "hip"


def get_cuda_autotune_config():
    return [triton.Config({"BLOCK": 1024}, num_stages=5, num_warps=32)]


def get_hip_autotune_config():
    return [triton.Config({"BLOCK": 1024}, num_warps=16, num_stages=2)]


def launch(kernel, x):
    if is_hip():
        kernel[(1,)](x, num_warps=4)
    else:
        kernel[(1,)](x, num_warps=4, num_stages=4, maxnreg=128)
    kernel[(1,)](x, num_stages=2 if torch.version.hip else 4)
