import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

cuda_home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
if is_rocm or "CUDA_HOME" in os.environ:
    build()
if not is_rocm and 'CUDA_PATH' not in os.environ:
    skip()
nvcc_dir = os.path.join(os.environ["CUDA_PATH"], "bin")
os.environ["CUDA_HOME"] = "/opt/cuda"
