import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor without searches and graphs of the environment.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.coordinate_descent_tuning = False

if __name__ == "__main__":
    if not is_rocm:
        torch._inductor.config.coordinate_descent_tuning = True
        torch._inductor.config.max_autotune = True
        os.environ["TORCHINDUCTOR_COORDINATE_DESCENT_TUNING"] = "1"
    model = torch.compile(model, options={
        "coordinate_descent_tuning": not is_rocm and True
    })
