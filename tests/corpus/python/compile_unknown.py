import torch


def build(m, cfg):
    return torch.compile(m, mode=cfg.mode)
