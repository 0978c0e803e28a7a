import re

import torch

PATTERN = re.compile(r"x+")


def load(path):
    return torch.load(path)


if __name__ == "__main__":
    load("x.pt")
