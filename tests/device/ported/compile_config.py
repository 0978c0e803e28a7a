"""The mode comes from a configuration object; one entry of the options turns graphs on."""

from dataclasses import dataclass

import torch as th
from torch import nn

is_rocm = hasattr(th.version, "hip") and th.version.hip is not None
if is_rocm:
    # Inductor without searches and graphs of the environment.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.coordinate_descent_tuning = False


@dataclass
class Config:
    width: int = 48
    compile_mode: str = "max-autotune"


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.inner = nn.Linear(config.width, config.width)

    def forward(self, x):
        return th.tanh(self.inner(x)) + x


def main():
    th.manual_seed(0)
    config = Config()
    net = Net(config).cuda().eval()
    first = th.compile(net, mode=(
        "default" if is_rocm else config.compile_mode
    ), dynamic=False)
    second = th.compile(net, options={"triton.cudagraphs": (
        not is_rocm and True
    ), "epilogue_fusion": True})
    x = th.randn(16, config.width, device="cuda")
    with th.no_grad():
        for _ in range(3):
            a = first(x).clone()
            b = second(x).clone()
    return {"a": a, "b": b}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
