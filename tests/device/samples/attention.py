"""Attention by flash-attn where it is installed, else by PyTorch."""

import torch
import torch.nn.functional as F

try:
    from flash_attn import flash_attn_func
except ImportError:
    flash_attn_func = None


def attend(q, k, v, causal):
    """q, k, v: batch, length, heads, width."""
    if flash_attn_func is not None:
        return flash_attn_func(q, k, v, causal=causal)
    out = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), is_causal=causal)
    return out.transpose(1, 2)


def main():
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, 33, 4, 16, device="cuda", dtype=torch.float16) for _ in range(3))
    return {"causal": attend(q, k, v, True), "full": attend(q, k, v, False)}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
