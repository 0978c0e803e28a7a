import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

dtype = torch.bfloat16 if (
    torch.cuda.is_bf16_supported()
    if is_rocm
    else torch.cuda.get_device_capability()[0] >= 8
) else torch.float16


def supports_bf16(device):
    return (
        torch.cuda.is_bf16_supported()
        if is_rocm
        else torch.cuda.get_device_capability(device) >= (8, 0)
    )
