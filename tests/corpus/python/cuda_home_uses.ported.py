import os
import subprocess

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

HOME = (
    os.environ.get("ROCM_PATH", "/opt/rocm")
    if is_rocm
    else os.environ.get("CUDA_HOME", "/usr/local/cuda")
)
includes = [os.path.join(HOME, "include")]
libraries = [
    os.path.join(os.environ.get("ROCM_PATH", "/opt/rocm"), "lib")
    if is_rocm
    else os.path.join(os.environ["CUDA_HOME"], "lib64")
]


def version(home):
    return subprocess.check_output([home + "/bin/nvcc", "-V"])


def check(home):
    if "12" not in str(subprocess.check_output([home + "/bin/nvcc", "-V"])):
        raise SystemExit(1)


raw = version(os.environ["CUDA_HOME"])
if not is_rocm:
    check(os.getenv("CUDA_HOME"))


def find():
    if "CUDA_HOME" in os.environ:
        return os.path.join(os.environ["CUDA_HOME"], "bin", "nvcc")
    return None
