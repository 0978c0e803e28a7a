import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if is_rocm or torch.version.cuda < "11.0":
    legacy()
if not is_rocm and "12." in torch.version.cuda:
    modern()
if torch.version.cuda == "11.8":
    exact()
