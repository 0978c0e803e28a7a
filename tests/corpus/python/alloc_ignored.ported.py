# rocport-target: torch=2.6 rocm=6.4
import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

os.environ["PYTORCH_HIP_ALLOC_CONF"] = "expandable_segments:True"
os.environ.setdefault("PYTORCH_HIP_ALLOC_CONF" if is_rocm else "PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:16")
