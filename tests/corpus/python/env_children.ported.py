import os
import subprocess

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def launch(command, tune):
    env = dict(os.environ, TORCHINDUCTOR_MAX_AUTOTUNE="0" if is_rocm else "1")
    env["TORCHINDUCTOR_MAX_AUTOTUNE_GEMM"] = "0" if is_rocm else "1"
    subprocess.run(command, env={"TORCHINDUCTOR_MAX_AUTOTUNE": (
        '0' if is_rocm else '1'
    ), "PATH": os.environ["PATH"]})
    subprocess.run(command, env={"TORCHINDUCTOR_MAX_AUTOTUNE": str(int(tune))})
    return env
