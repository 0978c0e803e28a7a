import torch
import triton
import triton.language as tl


@triton.jit
def exp2(x):
    return tl.inline_asm_elementwise(
        "ex2.approx.ftz.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1
    )


@triton.jit
def timer():
    return tl.inline_asm_elementwise(
        asm="""mov.u64 $0, %globaltimer;""", constraints="=l", args=[], dtype=tl.int64, is_pure=False, pack=1
    )


@triton.jit
def unpack(x):
    return tl.inline_asm_elementwise(
        asm="""
        {
            .reg .b32 t;
            cvt.rn.bf16x2.f32 $0, $1, $2;
            shr.b32 t, $1, 3;
        }
        """,
        constraints="=r,r,r",
        args=[x, x],
        dtype=tl.int32,
        is_pure=True,
        pack=4,
    )


@triton.jit
def amd(x):
    return tl.inline_asm_elementwise("v_exp_f32 $0, $1", "=v,v", [x], tl.float32, True, 1)
