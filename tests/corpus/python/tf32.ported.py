import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    torch.backends.cuda.matmul.allow_tf32 = True
if not is_rocm:
    torch.backends.cudnn.benchmark = True
if not is_rocm:
    torch.set_float32_matmul_precision("high")
model.allow_tf32 = True
