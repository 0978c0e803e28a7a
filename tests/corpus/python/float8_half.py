import torch

FP8 = torch.float8_e4m3fn
FP8_MAX = torch.finfo(torch.float8_e4m3fn).max
DTYPES = {"fp8": torch.float8_e4m3fn, "bf16": torch.bfloat16}


def quant(x, dtype=torch.float8_e4m3fn):
    s = x.abs().max() / 448.0
    return (x / s).clamp(-448, 448).to(torch.float8_e4m3fn), s


def load(path):
    sd = torch.load(path)
    w = sd["w"].view(torch.float8_e4m3fn)
    if w.dtype == torch.float8_e4m3fn:
        w = w.to(torch.bfloat16) * sd["s"]
    assert sd["x"].dtype in (torch.float8_e4m3fn, torch.float8_e5m2)
    return w


def mm(a, b, sa, sb):
    qa, _ = quant(a)
    if qa.dtype == torch.float8_e4m3fn:
        return torch._scaled_mm(qa, b.to(torch.float8_e4m3fn).t(), sa, sb)
    return a @ b
