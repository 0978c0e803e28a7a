import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if not is_rocm:
    from pynvml import nvmlInit, nvmlShutdown

    nvmlInit()
try:
    work()
finally:
    if not is_rocm:
        nvmlShutdown()
