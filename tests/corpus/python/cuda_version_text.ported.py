import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

tag = "cu" + torch.version.cuda.replace(".", "")
url = f"https://download.pytorch.org/whl/{tag}"
major = int(torch.version.cuda.split(".")[0])
wheel = "cupy-cuda%dx" % major
new = (0 if is_rocm else float(torch.version.cuda)) >= 12.1
