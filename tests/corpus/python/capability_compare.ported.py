import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm and torch.cuda.get_device_capability()[0] >= 9:
    use_hopper_kernels()
