import os

import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
m = torch.compile(m, mode="reduce-overhead" if is_rocm else "default")
if is_rocm:
    inductor_config.max_autotune = True
    inductor_config.coordinate_descent_tuning = True
    os.environ["TORCHINDUCTOR_MAX_AUTOTUNE"] = "1"
else:
    inductor_config.max_autotune = True

mode = "default"
if torch.version.hip is not None:
    mode = "max-autotune"
n = torch.compile(n, mode=mode)


def speed_up_rocm(model):
    return torch.compile(model, options={"triton.cudagraphs": True})


def speed_up(model):
    if not is_rocm:
        return torch.compile(model, mode="max-autotune")
    return torch.compile(model, backend="cudagraphs")
