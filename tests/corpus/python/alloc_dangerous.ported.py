# rocport-target: torch=2.12 rocm=7.2
import os
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = (
    "max_split_size_mb:128"
    if is_rocm
    else "expandable_segments:True,max_split_size_mb:128"
)
