import torch
import torch._dynamo as dynamo


@torch._dynamo.optimize("cudagraphs")
def step(x):
    return x


@dynamo.optimize("inductor")
def other(x):
    return x
