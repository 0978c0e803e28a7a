import torch
import torch._inductor

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def tune(args):
    if not is_rocm:
        setattr(torch._inductor.config, "max_autotune", True)
    cfg = torch._inductor.config
    if not is_rocm:
        cfg.max_autotune_gemm = True
    with torch._inductor.config.patch(max_autotune=(
        not is_rocm and True
    ), max_autotune_gemm_backends="TRITON"):
        pass
    torch._inductor.config.max_autotune = args.tune
