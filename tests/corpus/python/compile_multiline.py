import torch

m = torch.compile(
    m,
    # the fast one
    mode="reduce-overhead",  # graphs
    dynamic=False,
)
