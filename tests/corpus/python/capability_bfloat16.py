import torch

dtype = torch.bfloat16 if torch.cuda.get_device_capability()[0] >= 8 else torch.float16


def supports_bf16(device):
    return torch.cuda.get_device_capability(device) >= (8, 0)
