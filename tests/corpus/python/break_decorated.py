import torch


def norm(x):
    return x / x.norm().item()


@torch.compile(dynamic=True)
def step(x, mask):
    b, s, d = x.shape
    h, w = x.size()
    if mask.any():
        x = x * mask
    if x.max() > 1:
        x = norm(x)
    return x.view(b * s, d).cpu().numpy()


def plain(x):
    return x.item()
