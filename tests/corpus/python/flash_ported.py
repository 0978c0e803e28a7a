import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    from aiter import flash_attn_func
else:
    from flash_attn import flash_attn_func
if torch.version.hip is None:
    import flash_attn
