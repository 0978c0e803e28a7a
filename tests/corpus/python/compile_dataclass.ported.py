from dataclasses import dataclass, field

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@dataclass
class TrainConfig:
    lr: float = 3e-4
    compile_mode: str = field(default="max-autotune")


def build(model, cfg: TrainConfig):
    return torch.compile(model, mode=(
        "default" if is_rocm else cfg.compile_mode
    ), fullgraph=True)
