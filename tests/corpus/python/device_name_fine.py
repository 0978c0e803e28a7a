import torch

name = torch.cuda.get_device_name(0)
print(f"running on {name}")
if "H100" in model_name:
    pass
if torch.version.hip is None and "A100" in name:
    tune()
