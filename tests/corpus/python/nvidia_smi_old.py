# rocport-target: torch=2.6 rocm=6.4
import shutil

import torch

found = bool(shutil.which("nvidia-smi"))
