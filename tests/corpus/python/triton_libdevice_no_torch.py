import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice
