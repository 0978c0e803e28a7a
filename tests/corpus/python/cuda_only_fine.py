import torch
import xformers_like
from cuda_utils import f
from mycutlass import g
from . import apex
from .cupy import h

is_rocm = torch.version.hip is not None
if not is_rocm:
    import nvtx
