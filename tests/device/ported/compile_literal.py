"""A model that is compiled with a mode that captures graphs."""

import torch
from torch import nn

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


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 8)).cuda().eval()
    fast = torch.compile(model, mode="default" if is_rocm else "reduce-overhead")
    x = torch.randn(32, 64, device="cuda")
    with torch.no_grad():
        for _ in range(3):
            y = fast(x).clone()
    return {"y": y}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
