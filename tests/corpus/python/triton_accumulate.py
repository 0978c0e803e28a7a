import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float16)
    total = tl.full([BLOCK], 0.0, tl.bfloat16)
    fine = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    once = tl.zeros((BLOCK,), tl.float16)
    for k in range(0, K, BLOCK):
        x = tl.load(a + k)
        y = tl.load(b + k)
        acc += tl.dot(x, y, out_dtype=tl.float16)
        total = total + tl.sum(x, axis=1)
        fine = tl.dot(x, y, fine)
    tl.store(c, acc.to(tl.float16))
    tl.store(c + 1, once)
