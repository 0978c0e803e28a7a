import torch

model = load(attn_implementation="sdpa")
if config._attn_implementation == "flash_attention_2":
    pass
NAMES = ["flash_attention_2", "sdpa"]
attn = load(attn_implementation="sdpa" if torch.version.hip else "flash_attention_2")
