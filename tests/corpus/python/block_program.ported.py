import os

import torch
import numpy as np

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


def main():
    model = torch.compile(torch.nn.Linear(4, 4))
    model(torch.zeros(1, 4))


if __name__ == "__main__":
    main()
