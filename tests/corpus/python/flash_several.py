import math

import torch
import torch.nn as nn
from flash_attn import (
    flash_attn_func,
    flash_attn_varlen_func as varlen,
)
from flash_attn.bert_padding import index_first_axis, pad_input, unpad_input

is_causal = True


def attend(q, k, v, mask):
    q, indices, cu, longest = unpad_input(q, mask)
    out = varlen(q, k, v, cu, cu, longest, longest, causal=is_causal)
    out = varlen(q, k, v, cu, cu, longest, longest, alibi_slopes=None)
    return pad_input(out, indices, 2, 4)
