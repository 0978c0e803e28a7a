import torch
from flash_attn.layers.rotary import apply_rotary_emb
