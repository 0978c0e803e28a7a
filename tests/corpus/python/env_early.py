import os

os.environ.setdefault("TORCHINDUCTOR_MAX_AUTOTUNE", "1")

import torch
