# rocport-target: torch=2.7 rocm=6.4
import triton
import triton.language as tl


@triton.jit
def load(x, y, M, N, BLOCK: tl.constexpr):
    desc = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BLOCK, BLOCK])
    tl.store(y, desc.load([0, 0]))
