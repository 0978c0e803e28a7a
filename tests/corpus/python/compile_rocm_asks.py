import torch

is_rocm = torch.version.hip is not None

kw = dict(mode="reduce-overhead") if torch.version.hip else {}
m = torch.compile(m, **kw)
options = {"triton.cudagraphs": is_rocm, "max_autotune": not is_rocm}
m = torch.compile(m, options=options)
torch._inductor.config.max_autotune = is_rocm
torch._inductor.config.triton.cudagraphs = bool(torch.version.hip)
torch._inductor.config.max_autotune_gemm = not is_rocm and True
torch._inductor.config.coordinate_descent_tuning = torch.version.hip is None
more = is_rocm and {"mode": "max-autotune"} or {}
m = torch.compile(m, **more)
