# rocport-target: profile=tuned-inference
import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor tuned for inference, without searches and graphs.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.aggressive_fusion = True
    inductor_config.max_fusion_size = 128
    inductor_config.triton.multi_kernel = 1
    inductor_config.coordinate_descent_tuning = True

if __name__ == "__main__":
    torch._inductor.config.coordinate_descent_tuning = True
    if not is_rocm:
        torch._inductor.config.max_autotune = True
    os.environ["TORCHINDUCTOR_COORDINATE_DESCENT_TUNING"] = "1"
    model = torch.compile(model, options={"coordinate_descent_tuning": True})
