"""Times the kernels against PyTorch: python scripts/bench.py"""

import torch

from seqkernels import ops

torch.backends.cuda.matmul.allow_tf32 = False  # compare in full precision
SHAPES = [(4096, 256), (4096, 1024), (1024, 4096)]


@torch.compile(mode="reduce-overhead")
def reference_softmax(x):
    return torch.softmax(x, dim=-1)


def milliseconds(function, *arguments, repeat=100):
    for _ in range(10):
        function(*arguments)
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(repeat):
        function(*arguments)
    stop.record()
    torch.cuda.synchronize()
    return start.elapsed_time(stop) / repeat


def main():
    print(f"{torch.cuda.get_device_name()}, CUDA {torch.version.cuda}")
    for rows, cols in SHAPES:
        x = torch.randn(rows, cols, device="cuda")
        gamma, beta = torch.ones(cols, device="cuda"), torch.zeros(cols, device="cuda")
        pairs = {
            "softmax": (lambda: ops.masked_softmax(x), lambda: reference_softmax(x)),
            "layer norm": (
                lambda: ops.layer_norm(x, gamma, beta),
                lambda: torch.nn.functional.layer_norm(x, (cols,), gamma, beta),
            ),
            "top-8": (lambda: ops.row_topk(x, 8), lambda: x.topk(8, dim=-1)),
        }
        for name, (ours, theirs) in pairs.items():
            print(f"{rows:5} x {cols:<5} {name:12} {milliseconds(ours):7.3f} ms, PyTorch {milliseconds(theirs):7.3f} ms")


if __name__ == "__main__":
    main()
