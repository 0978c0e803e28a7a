import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def load(x, y, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    desc = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])
    tl.store(y, desc.load([0, 0]))


@triton.jit
def old(desc, y):
    tl.store(y, tl._experimental_descriptor_load(desc, [0, 0], [16, 16], tl.float16))


def launch(x):
    desc = TensorDescriptor.from_tensor(x, [64, 64])
    return triton.tools.experimental_descriptor.create_1d_tma_descriptor(x.data_ptr(), 64, 64, 2), desc
