# rocport-target: torch=2.6 rocm=6.4
import os

import torch

os.environ["PYTORCH_HIP_ALLOC_CONF"] = "expandable_segments:True"
os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:16")
