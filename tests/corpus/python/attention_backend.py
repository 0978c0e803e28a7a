import torch
from torch.backends.cuda import sdp_kernel
from torch.nn.attention import SDPBackend, sdpa_kernel

with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
    run()
with sdpa_kernel([SDPBackend.CUDNN_ATTENTION]):
    run()
with torch.nn.attention.sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
    run()
with sdp_kernel(enable_flash=True, enable_math=False, enable_mem_efficient=False):
    run()
torch.backends.cuda.enable_math_sdp(False)
torch.backends.cuda.enable_flash_sdp(True)
