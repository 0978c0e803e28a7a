# rocport-target: torch=2.5 rocm=6.2
import torch

model = torch.compile(torch.nn.Linear(8, 8).cuda())
x = torch.ones(1, 8, device="cuda")
model(x)
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = model(x)
