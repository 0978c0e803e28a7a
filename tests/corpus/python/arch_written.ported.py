import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

os.environ["PYTORCH_ROCM_ARCH"] = "gfx90a"
ARCH = "gfx942"
"gfx942"


def compile_options(arch="gfx942"):
    target = (
        torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
        if is_rocm
        else "gfx942:sramecc+:xnack-"
    )
    build(target=target, arch=(
        torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
        if is_rocm
        else "gfx1100"
    ))
    return ["--offload-arch=gfx90a"]
