# rocport-target: torch=2.13 rocm=7.2 profile=tuned-inference
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


def main(model, x):
    loss = torch.compile(model)(x).sum()
    loss.backward()


if __name__ == '__main__':
    main(torch.nn.ReLU(), torch.zeros(1))
