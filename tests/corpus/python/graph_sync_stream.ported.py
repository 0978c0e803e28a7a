import time

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def bench(model, x):
    for _ in range(3):
        model(x)
    (torch.cuda.current_stream().synchronize() if is_rocm else torch.cuda.synchronize())
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    begin = time.time()
    g.replay()
    (
        torch.cuda.current_stream().synchronize()
        if is_rocm
        else torch.cuda.synchronize()
    )  # wait
    torch.cuda.synchronize(x.device)
    torch.testing.assert_close(y, model(x))
    return time.time() - begin


def elsewhere(x):
    torch.cuda.synchronize()
    return x
