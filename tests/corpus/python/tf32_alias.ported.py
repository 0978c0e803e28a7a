# rocport-target: torch=2.6 rocm=6.2
import torch
from torch.backends import cudnn
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def setup():
    if not is_rocm:
        cudnn.benchmark = True
    if not is_rocm:
        if x: cudnn.allow_tf32 = True
