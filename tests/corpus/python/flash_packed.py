import torch
from flash_attn.flash_attn_interface import flash_attn_qkvpacked_func, flash_attn_varlen_qkvpacked_func
from flash_attn.bert_padding import unpad_input
from flash_attn import flash_attn_kvpacked_func, flash_attn_varlen_kvpacked_func, flash_attn_with_kvcache


def attend(qkv, mask):
    x, indices, cu, longest, *_ = unpad_input(qkv, mask)
    return flash_attn_varlen_qkvpacked_func(x, cu, longest)
