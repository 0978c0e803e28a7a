import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if (True if is_rocm else torch.version.cuda < "11.0"):
    legacy()
if (False if is_rocm else "12." in torch.version.cuda):
    modern()
if torch.version.cuda == "11.8":
    exact()
