from flash_attn import flash_attn_func
import torch
