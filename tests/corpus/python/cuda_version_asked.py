import torch

if torch.version.cuda:
    backend = "cuda"
elif torch.version.hip:
    backend = "rocm"

if torch.version.cuda is not None and int(torch.version.cuda.split(".")[0]) >= 12:
    pass
print("CUDA", torch.version.cuda)


def release():
    version = torch.version.cuda
    if version is None:
        return None
    return version.split(".")
