"""Classifies random sequences with a trained checkpoint: python scripts/infer.py checkpoints/last.pt"""

import sys

import torch

from seqkernels import SequenceModel


def load(path, device):
    model = SequenceModel()
    model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return model.to(device).eval()


def main():
    if len(sys.argv) != 2:
        raise SystemExit("usage: infer.py CHECKPOINT")
    device = torch.device("cuda")
    major, minor = torch.cuda.get_device_capability(device)
    if (major, minor) < (8, 0):
        print("note: bfloat16 is emulated on this GPU", file=sys.stderr)

    model = load(sys.argv[1], device)
    # Inference shapes are fixed, so the search for the fastest kernels pays off.
    model.forward = torch.compile(model.forward, mode="max-autotune")
    tokens = torch.randint(0, 8192, (8, 256), device=device)
    lengths = torch.randint(1, 257, (8,), device=device, dtype=torch.int32)
    probabilities, classes = model.best_classes(tokens, lengths)
    for row, (p, c) in enumerate(zip(probabilities.tolist(), classes.tolist())):
        print(row, " ".join(f"{k}:{v:.3f}" for k, v in zip(c, p)))


if __name__ == "__main__":
    main()
