import torch
from torch.backends.cuda import sdp_kernel
from torch.nn.attention import SDPBackend, sdpa_kernel

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

with sdpa_kernel(
    [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
    if is_rocm
    else SDPBackend.FLASH_ATTENTION
):
    run()
with sdpa_kernel(
    [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
    if is_rocm
    else [SDPBackend.CUDNN_ATTENTION]
):
    run()
with torch.nn.attention.sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
    run()
with sdp_kernel(enable_flash=True, enable_math=(
    is_rocm or False
), enable_mem_efficient=False):
    run()
torch.backends.cuda.enable_math_sdp(is_rocm or False)
torch.backends.cuda.enable_flash_sdp(True)
