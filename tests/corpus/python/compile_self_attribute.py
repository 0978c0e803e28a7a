import torch
from torch import nn


class Policy(nn.Module):
    compile_mode = "default"

    def __init__(self, mode="max-autotune"):
        super().__init__()
        self.mode = mode

    def prepare(self):
        self.act = torch.compile(self.act, mode=self.mode)
        self.plan = torch.compile(self.plan, mode=self.compile_mode)
