import torch
import torch._inductor.config as inductor_config

inductor_config.coordinate_descent_tuning = True
inductor_config.epilogue_fusion = True
