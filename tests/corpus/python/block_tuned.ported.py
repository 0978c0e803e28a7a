# rocport-target: torch=2.9 rocm=7.0 profile=tuned-inference
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Inductor tuned for inference, without searches and graphs.
    from torch._inductor import config as inductor_config

    inductor_config.max_autotune = False
    inductor_config.max_autotune_gemm = False
    inductor_config.max_autotune_pointwise = False
    inductor_config.triton.cudagraphs = False
    inductor_config.memory_planning = False
    inductor_config.aggressive_fusion = True
    inductor_config.max_fusion_size = 128
    inductor_config.triton.multi_kernel = 1
    inductor_config.coordinate_descent_tuning = True
    inductor_config.freezing = True


@torch.inference_mode()
def main(model, x):
    return torch.compile(model)(x)


if __name__ == "__main__":
    main(torch.nn.ReLU(), torch.zeros(1))
