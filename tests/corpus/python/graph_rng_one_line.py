import torch

model = torch.compile(torch.nn.Linear(8, 8).cuda())
x = torch.ones(1, 8, device="cuda")
model(x)
g = torch.cuda.CUDAGraph(); torch.cuda.empty_cache()
with torch.cuda.graph(g): y = model(x)
if x is not None: torch.cuda.make_graphed_callables(model, (x,))
