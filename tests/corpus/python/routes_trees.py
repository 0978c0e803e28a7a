import torch
import torch._inductor.config as inductor_config

inductor_config.triton.cudagraphs = False
inductor_config.triton.cudagraph_trees = False
