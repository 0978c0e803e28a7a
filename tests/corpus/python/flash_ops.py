import torch
from flash_attn.ops.rms_norm import RMSNorm
from flash_attn import *
