import torch
from flash_attn.bert_padding import unpad_input


def run(x, mask):
    return unpad_input(x, mask)
