import os

import torch

default = torch.version.cuda
digits = "".join(os.environ.get("CUDA_VERSION", default).split("."))
major = int(os.getenv("CUDA_VERSION", torch.version.cuda).split(".")[0])
plain = os.environ.get("CUDA_VERSION", torch.version.cuda)
name = os.environ.get(torch.version.cuda, "none")
