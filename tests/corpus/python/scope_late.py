import os

import torch
import torch._inductor.config

os.environ["TORCHINDUCTOR_FREEZING"] = "1"
os.environ["TORCHINDUCTOR_CACHE_DIR"] = "/tmp/cache"
