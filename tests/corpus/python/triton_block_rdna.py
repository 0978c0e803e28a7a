import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr, BLOCK_ROWS: tl.constexpr):
    pass


def launch(x, y, n, rows):
    copy[(n,)](x, y, n, BLOCK=64, BLOCK_ROWS=rows)
    copy[(n,)](x, y, n, 64, rows)
