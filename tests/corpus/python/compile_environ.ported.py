import os

import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

model = torch.nn.Linear(2, 2)
first = torch.compile(model, mode=(
    "default" if is_rocm else os.environ.get("COMPILE_MODE", "max-autotune")
))
second = torch.compile(model, mode=os.getenv("COMPILE_MODE", "default"))
third = torch.compile(model, mode="default" if is_rocm else os.environ["COMPILE_MODE"])
