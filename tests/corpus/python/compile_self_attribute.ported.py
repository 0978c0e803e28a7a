import torch
from torch import nn

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


class Policy(nn.Module):
    compile_mode = "default"

    def __init__(self, mode="max-autotune"):
        super().__init__()
        self.mode = mode

    def prepare(self):
        self.act = torch.compile(self.act, mode="default" if is_rocm else self.mode)
        self.plan = torch.compile(self.plan, mode=self.compile_mode)
