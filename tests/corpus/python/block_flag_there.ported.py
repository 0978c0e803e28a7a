import torch

is_rocm = getattr(torch.version, "hip", None) is not None
if is_rocm:
    # Inductor without searches and graphs of the environment.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.coordinate_descent_tuning = False

model = torch.compile(torch.nn.ReLU(), mode="default" if is_rocm else "reduce-overhead")

if __name__ == "__main__":
    model(torch.zeros(1))
