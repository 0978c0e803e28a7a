import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile-mode", default="reduce-overhead",
                        choices=["default", "reduce-overhead", "max-autotune"])
    args = parser.parse_args()
    model = torch.nn.Linear(4, 4)
    model = torch.compile(model, mode=args.compile_mode)
    return model
