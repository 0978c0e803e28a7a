import torch
from transformers import AutoModel

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = AutoModel.from_pretrained("m", attn_implementation=(
    "sdpa" if is_rocm else "flash_attention_2"
), device_map="auto")
config._attn_implementation = 'sdpa' if is_rocm else 'flash_attention_3'
kwargs = {"attn_implementation": (
    "sdpa" if is_rocm else "flash_attention_2"
) if use_flash else "eager"}
parser.add_argument("--attn-implementation", type=str, default=(
    "sdpa" if is_rocm else "flash_attention_2"
))


class Arguments:
    attn_implementation: str = "sdpa" if is_rocm else "flash_attention_2"


def load(attn_implementation="sdpa" if is_rocm else "flash_attention_2"):
    impl = "sdpa" if is_rocm else "flash_attention_2"
    return AutoModel.from_pretrained("m", attn_implementation=impl)
