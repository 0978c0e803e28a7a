import torch


class Reader:
    def __init__(self, mode="train"):
        self.mode = mode

    def compile(self, mode):
        return mode


def run(reader, pattern, mode):
    reader.compile(mode=mode)
    reader.compile(mode=reader.mode)
    return torch.load("x.pt")
