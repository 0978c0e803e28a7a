import torch

model = torch.compile(torch.nn.Linear(8, 8).cuda())
x = torch.ones(1, 8, device="cuda")
model(x)
g = torch.cuda.CUDAGraph()
with torch.compiler.set_stance("fail_on_recompile"):
    with torch.cuda.graph(g):
        y = model(x)
