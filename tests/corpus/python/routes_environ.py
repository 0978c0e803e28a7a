import os

import torch

os.environ["TORCHINDUCTOR_CUDAGRAPHS"] = "1"
os.environ.setdefault("TORCHINDUCTOR_CUDAGRAPHS", "1")


def child(run):
    env = {**os.environ, "TORCHINDUCTOR_CUDAGRAPHS": "1"}
    off = dict(os.environ, TORCHINDUCTOR_CUDAGRAPHS="0")
    return run(env=env), run(env=off)
