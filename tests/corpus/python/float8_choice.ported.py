import torch
from torch import float8_e5m2

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


# Largest value.
def largest():
    return torch.finfo(
        rocm_float8(torch.float8_e4m3fn) if is_rocm else torch.float8_e4m3fn
    ).max


# Quantises to eight bits.
def quantise(x, scale):
    out = torch.empty(x.shape, dtype=(
        rocm_float8(torch.float8_e4m3fn) if is_rocm else torch.float8_e4m3fn
    ), device=x.device)
    out.copy_((x / scale).to(
        rocm_float8(torch.float8_e4m3fn) if is_rocm else torch.float8_e4m3fn
    ))
    return out, x.to(rocm_float8(float8_e5m2) if is_rocm else float8_e5m2)
