import torch


def forward(x, mask):
    if x.shape[0] > 16:
        x = x.chunk(2)[0]
    if x.size(1) != 64:
        raise ValueError("64 columns")
    if torch.isnan(x).any():
        x = torch.nan_to_num(x)
    if mask is not None and mask.sum() > 0:
        x = x * mask
    if len(mask.shape) == 2:
        x = x + 1
    return x


def capture(x, mask):
    forward(x, mask)
    g = torch.cuda.CUDAGraph()
    context = torch.cuda.graph(g)
    with context:
        y = forward(x, mask)
    return g, y
