import torch
import torch._C
from torch._C import _cuda_getDevice
from .utils import is_cuda, to_cuda
from .helpers import run_on_cuda
from torchvision import _C

try:
    import my_cuda
except ImportError:
    my_cuda = None


def late():
    from . import _C
