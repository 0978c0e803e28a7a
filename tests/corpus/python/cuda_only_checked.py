import torch
import nvtx
from nvidia.dali import fn


def step():
    if nvtx is not None:
        nvtx.push_range("step")
    try:
        return fn.readers()
    except Exception:
        return None
