import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = make()
model.encoder.compile(mode="default" if is_rocm else "reduce-overhead")
