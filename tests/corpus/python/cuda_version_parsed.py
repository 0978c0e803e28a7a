import torch
from packaging import version
from packaging.version import Version

CUDA = version.parse(torch.version.cuda)
if Version(torch.version.cuda) >= Version("11.8"):
    use_fp8 = True
major = int(torch.version.cuda.split(".")[0])
major, minor = torch.version.cuda.split(".")
numbers = tuple(map(int, torch.version.cuda.split(".")))
listed = [int(x) for x in torch.version.cuda.split(".")]
tag = "cu" + torch.version.cuda.replace(".", "")
