import torch
import torch._inductor.config
from torch._inductor import config as inductor_config

torch._inductor.config.triton.cudagraphs = True
inductor_config.triton.cudagraphs = False


def prepare(model):
    inductor_config.triton.cudagraphs = True  # faster on CUDA
    with torch._inductor.config.patch({"triton.cudagraphs": True}):
        model(1)
    with inductor_config.patch("triton.cudagraphs", True):
        return model(2)
