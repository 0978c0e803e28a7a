"""Manual graph capture with a compiled step."""

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
    model = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4)).cuda().eval()
    step = torch.compile(model, mode="default")
    x = torch.randn(8, 32, device="cuda")
    with torch.no_grad():
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step(x)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        if is_rocm:
            torch.compiler.set_stance("fail_on_recompile")
        with torch.cuda.graph(graph):
            y = step(x)
        if is_rocm:
            torch.compiler.set_stance("default")
        if is_rocm:
            # The first replay must give what the same call gives without a graph.
            graph.replay()
            torch.testing.assert_close(y, step(x))
        graph.replay()
        (
            torch.cuda.current_stream().synchronize()
            if is_rocm
            else torch.cuda.synchronize()
        )
    return {"y": y.clone()}


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
