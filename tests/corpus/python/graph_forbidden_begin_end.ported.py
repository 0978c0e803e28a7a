import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def record(fn, x):
    fn(x)
    g = torch.cuda.CUDAGraph()
    (torch.cuda.current_stream().synchronize() if is_rocm else torch.cuda.synchronize())
    g.capture_begin()
    y = fn(x)
    y.cpu()
    torch.cuda.current_stream().synchronize()
    g.capture_end()
    (torch.cuda.current_stream().synchronize() if is_rocm else torch.cuda.synchronize())
    return g, y.cpu()
