import torch
import nvtx
from nvidia.dali import fn, types as dali_types
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    cudart = None
else:
    from cuda import cudart
import cudf, cuml


def step():
    with nvtx.annotate("step"):
        return fn.readers()
