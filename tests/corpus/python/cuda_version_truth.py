import torch

device = "cuda" if torch.version.cuda else "cpu"
if torch.version.cuda is not None:
    build_kernels()
has_gpu = bool(torch.version.cuda)
