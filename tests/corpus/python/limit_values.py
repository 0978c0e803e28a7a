import torch
import torch._dynamo.config as dynamo_config

dynamo_config.cache_size_limit = 4
dynamo_config.recompile_limit = 512
torch._dynamo.config.cache_size_limit = 128
