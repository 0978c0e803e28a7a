# rocport-target: torch=2.2 rocm=6.0
import torch._inductor.config as inductor_config

inductor_config.triton.multi_kernel = 1
