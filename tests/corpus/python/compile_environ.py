import os

import torch

model = torch.nn.Linear(2, 2)
first = torch.compile(model, mode=os.environ.get("COMPILE_MODE", "max-autotune"))
second = torch.compile(model, mode=os.getenv("COMPILE_MODE", "default"))
third = torch.compile(model, mode=os.environ["COMPILE_MODE"])
