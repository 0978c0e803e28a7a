# rocport-target: torch=2.6 rocm=6.2
import os
import torch

os.environ.setdefault('PYTORCH_CUDA_ALLOC_CONF', 'max_split_size_mb:128')
