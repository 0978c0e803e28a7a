# rocport-target: torch=2.3 rocm=6.1
import os

import torch

os.environ["TORCHINDUCTOR_CUDAGRAPHS"] = "1"
