import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = torch.compile(torch.nn.Linear(1, 1), mode=(
    'default' if is_rocm else 'max-autotune'
))  # fast
