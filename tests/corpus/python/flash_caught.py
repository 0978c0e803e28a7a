import torch

try:
    from flash_attn import flash_attn_func
except ImportError:
    flash_attn_func = None

if is_flash_attn_2_available():
    from flash_attn.bert_padding import unpad_input
