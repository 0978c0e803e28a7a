# rocport-target: torch=2.14 rocm=7.14
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = torch.compile(torch.nn.ReLU(), backend="inductor" if is_rocm else "cudagraphs")
