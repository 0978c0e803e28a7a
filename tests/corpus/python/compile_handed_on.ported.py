import torch
import torch._inductor.config as ic

import helper

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def tune(cfg, **options):
    cfg.max_autotune_pointwise = True
    cfg.max_autotune = False
    for key, value in options.items():
        setattr(torch._inductor.config, key, value)


helper.apply({"coordinate_descent_tuning": True, "freezing": True})
tune(ic, max_autotune_gemm=True)
if not is_rocm:
    ic.max_autotune = True
with ic.patch(max_autotune=(
    not is_rocm and True
), coordinate_descent_tuning=(
    not is_rocm and True
)):
    run()
with ic.patch({"max_autotune": not is_rocm and True}):
    run()
