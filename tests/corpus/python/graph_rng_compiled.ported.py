import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@torch.compile
def fused(x):
    return torch.relu(x) * 2


def capture(x):
    for _ in range(3):
        fused(x)
    g = torch.cuda.CUDAGraph()
    if is_rocm:
        torch.compiler.set_stance("fail_on_recompile")
    with torch.cuda.graph(g):
        y = fused(x)
    if is_rocm:
        torch.compiler.set_stance("default")
    return g, y
