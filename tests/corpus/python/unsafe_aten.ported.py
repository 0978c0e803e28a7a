import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

inductor_config.max_autotune_gemm_backends = "ATEN"
if not is_rocm:
    inductor_config.max_autotune_gemm = True
