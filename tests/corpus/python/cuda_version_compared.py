import torch

if torch.version.cuda < "11.0":
    legacy()
if "12." in torch.version.cuda:
    modern()
if torch.version.cuda == "11.8":
    exact()
