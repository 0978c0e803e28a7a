import torch
import torch._inductor.config
from torch._inductor import config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    torch._inductor.config.triton.cudagraphs = True
inductor_config.triton.cudagraphs = False


def prepare(model):
    if not is_rocm:
        inductor_config.triton.cudagraphs = True  # faster on CUDA
    with torch._inductor.config.patch({"triton.cudagraphs": not is_rocm and True}):
        model(1)
    with inductor_config.patch("triton.cudagraphs", not is_rocm and True):
        return model(2)
