import torch
import torch._inductor.config as inductor_config

inductor_config.max_autotune_gemm_backends = "ATEN"
inductor_config.max_autotune_gemm = True
