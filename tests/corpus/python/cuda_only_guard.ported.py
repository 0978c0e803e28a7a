import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    nvtx = None
else:
    import nvtx
if is_rocm:
    fn = None
    dali_types = None
else:
    from nvidia.dali import fn, types as dali_types
if is_rocm:
    cudart = None
else:
    from cuda import cudart
import cudf, cuml


def step():
    with nvtx.annotate("step"):
        return fn.readers()
