import os
import subprocess
from subprocess import check_output

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

os.system("amd-smi" if is_rocm else "nvidia-smi")
subprocess.run(["amd-smi" if is_rocm else "nvidia-smi"], check=True)
out = check_output(["nvidia-smi", "--query-gpu=memory.free", "--format=csv"])
free = subprocess.check_output("nvidia-smi --query-gpu=name --format=csv,noheader", shell=True)
lines = os.popen("nvidia-smi -L").read()
cmd = ["nvcc", "--version"]
version = subprocess.check_output(cmd)
