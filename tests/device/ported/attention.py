"""Attention that insists on one kernel of PyTorch."""

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def attend(q, k, v, causal):
    """q, k, v: batch, heads, length, width."""
    with sdpa_kernel(
        [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
        if is_rocm
        else SDPBackend.FLASH_ATTENTION
    ):
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal)


def main():
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, 4, 33, 16, device="cuda", dtype=torch.float16) for _ in range(3))
    return {"causal": attend(q, k, v, True), "full": attend(q, k, v, False)}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
