import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor without searches and graphs of the environment.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.coordinate_descent_tuning = False

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
