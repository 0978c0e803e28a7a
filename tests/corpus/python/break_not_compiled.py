import re

import torch

pattern = re.compile("x")


def f(x):
    b, s = x.shape
    return x.item()


g = torch.compile(torch.nn.Linear(1, 1))
