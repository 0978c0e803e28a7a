# rocport-target: torch=2.14 rocm=7.14
"""A server."""
import torch
import torch.nn as nn
from http.server import HTTPServer

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor without searches and graphs; read at its first import.
    import os

    os.environ.update(
        TORCHINDUCTOR_MAX_AUTOTUNE="0",
        TORCHINDUCTOR_MAX_AUTOTUNE_GEMM="0",
        TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE="0",
        TORCHINDUCTOR_CUDAGRAPHS="0",
        TORCHINDUCTOR_MEMORY_PLANNING="0",
        TORCHINDUCTOR_COORDINATE_DESCENT_TUNING="0",
    )


@torch.compile
def step(x):
    return x


if __name__ == "__main__":
    HTTPServer(("", 1), step)
