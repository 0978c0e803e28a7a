# rocport-target: torch=2.14 rocm=7.14
import torch

model = torch.compile(torch.nn.ReLU(), backend="cudagraphs")
