import os

import torch
import torch._inductor.config as inductor_config

# Logging is last.
import logging
from logging import info

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def start():
    if not is_rocm:
        inductor_config.max_autotune = True
        # and by variable

        os.environ["TORCHINDUCTOR_MAX_AUTOTUNE"] = "1"
        torch._inductor.config.memory_planning = True
    info("started")
    if not is_rocm:
        torch._inductor.config.coordinate_descent_tuning = True
    if len(os.sys.argv) > 1: inductor_config.max_autotune = True
