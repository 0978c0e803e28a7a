import torch
import torch._inductor.config as ic

import helper


def tune(cfg, **options):
    cfg.max_autotune_pointwise = True
    cfg.max_autotune = False
    for key, value in options.items():
        setattr(torch._inductor.config, key, value)


helper.apply({"coordinate_descent_tuning": True, "freezing": True})
tune(ic, max_autotune_gemm=True)
ic.max_autotune = True
with ic.patch(max_autotune=True, coordinate_descent_tuning=True):
    run()
with ic.patch({"max_autotune": True}):
    run()
