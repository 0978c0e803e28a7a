import torch
from kernels import get_kernel

FLASH = {"flash_attention_3": "kernels-community/vllm-flash-attn3", "eager": "none"}
attention = get_kernel("kernels-community/flash-attn3").flash_attn_func
