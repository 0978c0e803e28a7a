import subprocess

import torch


def driver_version():
    if torch.version.hip:
        return subprocess.check_output(["amd-smi", "version"])
    return subprocess.check_output(["nvidia-smi"])


help_text = "run nvidia-smi to see the GPUs"
logger.info("nvidia-smi")
