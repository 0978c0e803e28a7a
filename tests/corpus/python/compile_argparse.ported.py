import argparse

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile-mode", default="reduce-overhead",
                        choices=["default", "reduce-overhead", "max-autotune"])
    args = parser.parse_args()
    model = torch.nn.Linear(4, 4)
    model = torch.compile(model, mode="default" if is_rocm else args.compile_mode)
    return model
