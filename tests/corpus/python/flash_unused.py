import torch
import flash_attn
