import torch
from torch import compile


def build(compile, source):
    # a parameter of that name is not torch's
    return compile(source, mode="reduce-overhead")


def load(torch, path):
    return torch.compile(path, mode="max-autotune")


class Template:
    def compile(self, mode="train"):
        return self


page = Template().compile(mode="render")
