import torch
import torch._inductor.config as inductor_config

inductor_config.group_fusion = True
inductor_config.batch_fusion = True
inductor_config.benchmark_kernel = True
inductor_config.benchmark_kernel = False
