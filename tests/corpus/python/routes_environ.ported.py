import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    os.environ["TORCHINDUCTOR_CUDAGRAPHS"] = "1"
    os.environ.setdefault("TORCHINDUCTOR_CUDAGRAPHS", "1")


def child(run):
    env = {**os.environ, "TORCHINDUCTOR_CUDAGRAPHS": "0" if is_rocm else "1"}
    off = dict(os.environ, TORCHINDUCTOR_CUDAGRAPHS="0")
    return run(env=env), run(env=off)
