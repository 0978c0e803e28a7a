import torch
from transformers import AutoModel

model = AutoModel.from_pretrained("m", attn_implementation="flash_attention_2", device_map="auto")
config._attn_implementation = 'flash_attention_3'
kwargs = {"attn_implementation": "flash_attention_2" if use_flash else "eager"}
parser.add_argument("--attn-implementation", type=str, default="flash_attention_2")


class Arguments:
    attn_implementation: str = "flash_attention_2"


def load(attn_implementation="flash_attention_2"):
    impl = "flash_attention_2"
    return AutoModel.from_pretrained("m", attn_implementation=impl)
