from dataclasses import dataclass, field

import torch


@dataclass
class TrainConfig:
    lr: float = 3e-4
    compile_mode: str = field(default="max-autotune")


def build(model, cfg: TrainConfig):
    return torch.compile(model, mode=cfg.compile_mode, fullgraph=True)
