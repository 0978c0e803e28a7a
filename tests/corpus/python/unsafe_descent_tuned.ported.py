# rocport-target: profile=tuned-inference
import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor tuned for inference; read at its first import.
    import os

    os.environ.update(
        TORCHINDUCTOR_MAX_AUTOTUNE="0",
        TORCHINDUCTOR_MAX_AUTOTUNE_GEMM="0",
        TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE="0",
        TORCHINDUCTOR_CUDAGRAPHS="0",
        TORCHINDUCTOR_MEMORY_PLANNING="0",
        TORCHINDUCTOR_MULTI_KERNEL="1",
        TORCHINDUCTOR_COORDINATE_DESCENT_TUNING="1",
    )

if __name__ == "__main__":
    torch._inductor.config.coordinate_descent_tuning = True
    if not is_rocm:
        torch._inductor.config.max_autotune = True
    os.environ["TORCHINDUCTOR_COORDINATE_DESCENT_TUNING"] = "1"
    model = torch.compile(model, options={"coordinate_descent_tuning": True})
