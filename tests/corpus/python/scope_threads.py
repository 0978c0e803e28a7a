# rocport-target: torch=2.13 rocm=7.2
import threading

import torch
import torch._inductor.config as inductor_config

inductor_config.coordinate_descent_tuning = True
inductor_config.aggressive_fusion = True
torch._dynamo.config.cache_size_limit = 64


def serve(model):
    threading.Thread(target=model).start()
