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


# Quantises to eight bits.
def quantise(x, scale):
    return (x / scale).to(
        rocm_float8(torch.float8_e4m3fn) if is_rocm else torch.float8_e4m3fn
    )


IMAGE_SIZE = 448
HIDDEN = 57344
