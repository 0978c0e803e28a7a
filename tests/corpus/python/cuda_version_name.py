import torch


def newest():
    cuda_version = torch.version.cuda
    if float(cuda_version) >= 12.1:
        return "new"
    if cuda_version.startswith("11"):
        return "old"
    return cuda_version
