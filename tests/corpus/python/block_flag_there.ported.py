import torch

is_rocm = getattr(torch.version, "hip", None) is not None
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

model = torch.compile(torch.nn.ReLU(), mode="default" if is_rocm else "reduce-overhead")

if __name__ == "__main__":
    model(torch.zeros(1))
