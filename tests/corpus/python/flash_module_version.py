import torch
import flash_attn

if flash_attn.__version__ >= "2.0":
    pass
