# rocport-target: torch=2.6 rocm=6.4
import shutil

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

found = bool(shutil.which("rocm-smi" if is_rocm else "nvidia-smi"))
