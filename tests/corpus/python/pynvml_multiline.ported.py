import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    pynvml = None
else:
    import pynvml

if True:
    if not is_rocm:
        pynvml.nvmlDeviceSetName(
            """a
  b""",
            1,
        )
    done = 1
