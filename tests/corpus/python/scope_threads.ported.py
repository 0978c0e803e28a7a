# rocport-target: torch=2.13 rocm=7.2
import threading

import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    inductor_config.coordinate_descent_tuning = True
inductor_config.aggressive_fusion = True
torch._dynamo.config.cache_size_limit = 64


def serve(model):
    threading.Thread(target=model).start()
