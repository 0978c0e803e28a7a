import shutil
import subprocess

import torch


def query():
    if not shutil.which("nvidia-smi"):
        return None
    return subprocess.check_output(["nvidia-smi", "-q"])


def has():
    return bool(shutil.which("nvidia-smi"))
