import os
import subprocess

import torch


def cuda_release(cuda_home):
    text = subprocess.check_output([cuda_home + "/bin/nvcc", "-V"], universal_newlines=True)
    return subprocess.run([os.path.join(cuda_home, "bin/nvcc"), "-arch=sm_90", "a.cu"])
