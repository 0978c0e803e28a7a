# rocport-target: torch=2.3 rocm=6.1
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor without searches and graphs of the environment.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.memory_planning = False
    inductor_config.coordinate_descent_tuning = False

step = torch.compile(torch.nn.ReLU())

if __name__ == "__main__":
    step(torch.zeros(1))
