import torch
import torch._inductor.config as config
from torch._inductor import config as ind

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    config.max_autotune = True
    ind.max_autotune_gemm = ind.max_autotune_pointwise = True
    torch._inductor.config.memory_planning = True
    config.coordinate_descent_tuning = True
config.max_autotune_pointwise = False
