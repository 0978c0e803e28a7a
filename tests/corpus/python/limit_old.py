# rocport-target: torch=2.3 rocm=6.1
import torch

torch._dynamo.config.recompile_limit = 64
torch._dynamo.config.cache_size_limit = 128
cache_size_limit = 2
