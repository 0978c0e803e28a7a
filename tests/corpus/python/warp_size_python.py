from dataclasses import dataclass

import torch
from triton.backends.compiler import GPUTarget

WARP_SIZE = 32


@dataclass
class Plan:
    rows: int = 32
    threads_per_warp: int = 32


class Launcher:
    def __init__(self, block, warp_size=32):
        self.warp_size = 32
        self.block = block
        self.warps = block // warp_size

    def target(self):
        major, minor = self.capability
        return GPUTarget("cuda", major * 10 + minor, 32)


def plan():
    return Launcher(256, warp_size=32)
