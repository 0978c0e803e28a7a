import torch
from sam2.build_sam import build_sam2_video_predictor

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
predictor = build_sam2_video_predictor("cfg", "ckpt", vos_optimized=True)
