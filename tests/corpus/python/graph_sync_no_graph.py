import torch


def bench(model, x):
    model(x)
    torch.cuda.synchronize()
