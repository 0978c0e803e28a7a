import torch as th

is_rocm = hasattr(th.version, "hip") and th.version.hip is not None

m = th.compile(m, mode="default" if is_rocm else "reduce-overhead")
