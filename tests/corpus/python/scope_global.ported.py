import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    inductor_config.coordinate_descent_tuning = True
inductor_config.epilogue_fusion = True
