import torch

version = getattr(torch.version, "cuda", None)
if version is not None:
    major = int(version.split(".")[0])
