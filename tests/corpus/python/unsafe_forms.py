import torch
import torch._inductor


def tune(args):
    setattr(torch._inductor.config, "max_autotune", True)
    cfg = torch._inductor.config
    cfg.max_autotune_gemm = True
    with torch._inductor.config.patch(max_autotune=True, max_autotune_gemm_backends="TRITON"):
        pass
    torch._inductor.config.max_autotune = args.tune
