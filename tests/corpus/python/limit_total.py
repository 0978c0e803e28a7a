import torch
import torch._dynamo

torch._dynamo.config.accumulated_cache_size_limit = 1024
torch._dynamo.config.cache_size_limit = 512
