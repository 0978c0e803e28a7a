# rocport-target: torch=2.6 rocm=6.2
import torch
from torch.backends import cudnn


def setup():
    cudnn.benchmark = True
    if x: cudnn.allow_tf32 = True
