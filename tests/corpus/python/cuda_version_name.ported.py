import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def newest():
    cuda_version = torch.version.cuda
    if (0 if is_rocm else float(cuda_version)) >= 12.1:
        return "new"
    if not is_rocm and cuda_version.startswith("11"):
        return "old"
    return cuda_version
