import torch
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
import torch._inductor.config as inductor_config

if not is_rocm:
    inductor_config.max_autotune = True
model = torch.compile(
    torch.nn.ReLU(),
    options={
        "triton.cudagraphs": not is_rocm and True,
    },
)

if __name__ == "__main__":
    model(torch.zeros(1))
