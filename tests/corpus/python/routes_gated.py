import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if not is_rocm:
    inductor_config.triton.cudagraphs = True
    inductor_config.max_autotune = True
model = torch.compile(torch.nn.ReLU(), options={"triton.cudagraphs": False if is_rocm else True})
other = torch.compile(torch.nn.ReLU(), backend="inductor" if is_rocm else "cudagraphs")
