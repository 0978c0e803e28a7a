import os
import torch
os.putenv("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:128")
os.environ.update({"PYTORCH_CUDA_ALLOC_CONF": value()})
