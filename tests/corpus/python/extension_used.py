import torch
from mylib import _C

register(_C.ops)
