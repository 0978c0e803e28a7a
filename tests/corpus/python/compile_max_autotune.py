import torch

model = torch.compile(torch.nn.Linear(1, 1), mode='max-autotune')  # fast
