"""Trains the sequence model on synthetic data: python train.py --steps 500"""

import argparse
import os
import time

# Must be set before torch makes its allocator.
os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:256,expandable_segments:True")

import torch
from torch import nn

from seqkernels import SequenceModel
from seqkernels.monitor import GpuMonitor

torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True
torch.backends.cudnn.benchmark = True


def synthetic_batch(batch, length, device, generator):
    """Sequences in which about one token in ten is the mark of the sequence's class."""
    labels = torch.randint(0, 16, (batch,), device=device, generator=generator)
    lengths = torch.randint(1, length + 1, (batch,), device=device, generator=generator, dtype=torch.int32)
    tokens = torch.randint(0, 8192, (batch, length), device=device, generator=generator)
    marked = torch.rand((batch, length), device=device, generator=generator) < 0.1
    return torch.where(marked, labels[:, None] * 512, tokens), lengths, labels


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--length", type=int, default=256)
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--output", default="checkpoints/last.pt")
    return parser.parse_args()


def main():
    args = parse_arguments()
    device = torch.device("cuda")
    torch.manual_seed(0)
    generator = torch.Generator(device=device).manual_seed(1)

    model = SequenceModel().to(device)
    step_model = model if args.no_compile else torch.compile(model, mode="reduce-overhead")
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, fused=True)
    loss_function = nn.CrossEntropyLoss()
    monitor = GpuMonitor(device.index or 0)

    started = time.perf_counter()
    for step in range(1, args.steps + 1):
        tokens, lengths, labels = synthetic_batch(args.batch, args.length, device, generator)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = loss_function(step_model(tokens, lengths), labels)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            rate = step * args.batch / (time.perf_counter() - started)
            print(f"step {step}: loss {loss.item():.4f}, {rate:.0f} sequences/s, {monitor.sample()}")

    monitor.close()
    os.makedirs(os.path.dirname(args.output) or ".", exist_ok=True)
    torch.save(model.state_dict(), args.output)


if __name__ == "__main__":
    main()
