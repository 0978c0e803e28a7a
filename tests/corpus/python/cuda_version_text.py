import torch

tag = "cu" + torch.version.cuda.replace(".", "")
url = f"https://download.pytorch.org/whl/{tag}"
major = int(torch.version.cuda.split(".")[0])
wheel = "cupy-cuda%dx" % major
new = float(torch.version.cuda) >= 12.1
