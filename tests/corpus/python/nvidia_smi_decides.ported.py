import shutil
import subprocess

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def query():
    if not shutil.which("nvidia-smi"):
        return None
    return subprocess.check_output(["nvidia-smi", "-q"])


def has():
    return bool(shutil.which("amd-smi" if is_rocm else "nvidia-smi"))
