import torch
from packaging import version
from packaging.version import Version

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

CUDA = version.parse("0") if is_rocm else version.parse(torch.version.cuda)
if (Version("0") if is_rocm else Version(torch.version.cuda)) >= Version("11.8"):
    use_fp8 = True
major = 0 if is_rocm else int(torch.version.cuda.split(".")[0])
major, minor = ["0", "0"] if is_rocm else torch.version.cuda.split(".")
numbers = (0, 0) if is_rocm else tuple(map(int, torch.version.cuda.split(".")))
listed = [0, 0] if is_rocm else [int(x) for x in torch.version.cuda.split(".")]
tag = "cu" + torch.version.cuda.replace(".", "")
