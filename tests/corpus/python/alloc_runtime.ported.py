# rocport-target: torch=2.12 rocm=7.2
import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

torch.cuda.memory._set_allocator_settings(
    "max_split_size_mb:64" if is_rocm else "expandable_segments:True,max_split_size_mb:64"
)
torch.cuda.memory._set_allocator_settings("max_split_size_mb:64,no_such_key:1")
os.environ["PYTORCH_CUDA_ALLOC_CONF"] += ",expandable_segments:True"
