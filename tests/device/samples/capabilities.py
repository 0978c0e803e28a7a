"""Questions that only NVIDIA's numbers answer: capability, CUDA version, allocator, precision."""

import os

os.environ.setdefault("TORCHINDUCTOR_MAX_AUTOTUNE", "1")

import torch

torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.benchmark = True


def has_bfloat16():
    major, minor = torch.cuda.get_device_capability()
    return major >= 8


def toolkit():
    return tuple(int(part) for part in torch.version.cuda.split("."))


def fp8_dtype():
    return torch.float8_e4m3fn


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 64, device="cuda")
    dtype = torch.bfloat16 if has_bfloat16() else torch.float16
    low = x.to(fp8_dtype()).to(dtype)
    new = torch.tensor([1.0 if toolkit() >= (11, 8) else 0.0], device="cuda")
    return {"product": (low.float() @ low.float().t()), "new": new}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
