import os

import torch
import numpy as np


def main():
    model = torch.compile(torch.nn.Linear(4, 4))
    model(torch.zeros(1, 4))


if __name__ == "__main__":
    main()
