# rocport-target: torch=2.11 rocm=7.2
import torch

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


def main(model, x):
    model = torch.compile(model, mode="default" if is_rocm else "reduce-overhead")
    for _ in range(3):
        model(x)
    g = torch.cuda.CUDAGraph()
    if is_rocm:
        torch.compiler.set_stance("fail_on_recompile")
    with torch.cuda.graph(g):
        y = model(x)
    if is_rocm:
        torch.compiler.set_stance("default")
    g.replay()
    return y


if __name__ == "__main__":
    main(torch.nn.ReLU().cuda(), torch.ones(4).cuda())
