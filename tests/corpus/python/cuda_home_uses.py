import os
import subprocess

import torch

HOME = os.environ.get("CUDA_HOME", "/usr/local/cuda")
includes = [os.path.join(HOME, "include")]
libraries = [os.path.join(os.environ["CUDA_HOME"], "lib64")]


def version(home):
    return subprocess.check_output([home + "/bin/nvcc", "-V"])


def check(home):
    if "12" not in str(subprocess.check_output([home + "/bin/nvcc", "-V"])):
        raise SystemExit(1)


raw = version(os.environ["CUDA_HOME"])
check(os.getenv("CUDA_HOME"))


def find():
    if "CUDA_HOME" in os.environ:
        return os.path.join(os.environ["CUDA_HOME"], "bin", "nvcc")
    return None
