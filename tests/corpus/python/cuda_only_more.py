import torch
from causal_conv1d import causal_conv1d_fn
from sgl_kernel import silu_and_mul
import natten


def act(x, out):
    silu_and_mul(x, out)
    return causal_conv1d_fn(out)
