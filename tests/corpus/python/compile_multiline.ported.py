import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

m = torch.compile(
    m,
    # the fast one
    mode="default" if is_rocm else "reduce-overhead",  # graphs
    dynamic=False,
)
