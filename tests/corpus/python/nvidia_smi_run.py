import os
import subprocess
from subprocess import check_output

import torch

os.system("nvidia-smi")
subprocess.run(["nvidia-smi"], check=True)
out = check_output(["nvidia-smi", "--query-gpu=memory.free", "--format=csv"])
free = subprocess.check_output("nvidia-smi --query-gpu=name --format=csv,noheader", shell=True)
lines = os.popen("nvidia-smi -L").read()
cmd = ["nvcc", "--version"]
version = subprocess.check_output(cmd)
