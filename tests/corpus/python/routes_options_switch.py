import torch

USE_GRAPHS = True


def prepare(model, flag=False):
    one = torch.compile(model, options={"triton.cudagraphs": USE_GRAPHS})
    two = torch.compile(model, options={"triton.cudagraphs": flag})
    return one, two
