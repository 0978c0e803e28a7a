import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

if not is_rocm:
    os.environ["TORCHINDUCTOR_MAX_AUTOTUNE"] = "1"
    os.putenv("TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE", "1")
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
os.environ["TORCHINDUCTOR_MAX_AUTOTUNE"] = "0"
os.environ["TORCHINDUCTOR_CACHE_DIR"] = "/tmp/cache"
