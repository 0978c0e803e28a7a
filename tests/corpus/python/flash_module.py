import torch
import flash_attn


def attend(q, k, v):
    return flash_attn.flash_attn_func(q, k, v)
