import os

import torch

cuda_home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
if "CUDA_HOME" in os.environ:
    build()
if 'CUDA_PATH' not in os.environ:
    skip()
nvcc_dir = os.path.join(os.environ["CUDA_PATH"], "bin")
os.environ["CUDA_HOME"] = "/opt/cuda"
