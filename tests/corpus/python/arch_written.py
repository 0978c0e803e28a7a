import os

import torch

os.environ["PYTORCH_ROCM_ARCH"] = "gfx90a"
ARCH = "gfx942"
"gfx942"


def compile_options(arch="gfx942"):
    target = "gfx942:sramecc+:xnack-"
    build(target=target, arch="gfx1100")
    return ["--offload-arch=gfx90a"]
