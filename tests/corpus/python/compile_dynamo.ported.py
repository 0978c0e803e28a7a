import torch
import torch._dynamo as dynamo

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@torch._dynamo.optimize("inductor" if is_rocm else "cudagraphs")
def step(x):
    return x


@dynamo.optimize("inductor")
def other(x):
    return x
