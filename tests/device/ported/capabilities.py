"""Questions that only NVIDIA's numbers answer: capability, CUDA version, allocator, precision."""

import os

os.environ.setdefault("TORCHINDUCTOR_MAX_AUTOTUNE", "1")

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:

    def rocm_float8(dtype):
        name = torch.cuda.get_device_properties(torch.cuda.current_device()).gcnArchName
        name = name.split(":")[0]
        if name in ("gfx940", "gfx941", "gfx942"):
            e4m3 = dtype == torch.float8_e4m3fn
            return torch.float8_e4m3fnuz if e4m3 else torch.float8_e5m2fnuz
        if name in ("gfx950", "gfx1200", "gfx1201"):
            return dtype
        raise RuntimeError(f"{name} has no FP8 arithmetic")


torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.benchmark = True


def has_bfloat16():
    major, minor = torch.cuda.get_device_capability()
    return torch.cuda.is_bf16_supported() if is_rocm else major >= 8


def toolkit():
    return (
        (0, 0)
        if is_rocm
        else tuple(int(part) for part in torch.version.cuda.split("."))
    )


def fp8_dtype():
    return rocm_float8(torch.float8_e4m3fn) if is_rocm else torch.float8_e4m3fn


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 64, device="cuda")
    dtype = torch.bfloat16 if has_bfloat16() else torch.float16
    low = x.to(fp8_dtype()).to(dtype)
    new = torch.tensor([1.0 if toolkit() >= (11, 8) else 0.0], device="cuda")
    return {"product": (low.float() @ low.float().t()), "new": new}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
