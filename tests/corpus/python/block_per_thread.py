# rocport-target: torch=2.14 rocm=7.14
"""A server."""
import torch
import torch.nn as nn
from http.server import HTTPServer


@torch.compile
def step(x):
    return x


if __name__ == "__main__":
    HTTPServer(("", 1), step)
