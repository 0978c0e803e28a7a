import torch
from . import _C
from ._C import ops as kernels
import pkg._C
import my_attention_cuda
from fused_ops_cuda import forward, backward


def f(x):
    return forward(x)
