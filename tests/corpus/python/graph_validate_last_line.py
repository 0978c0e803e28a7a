import torch
model = torch.nn.Identity().eval()
x = torch.ones(4, device="cuda")
model(x)
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = model(x)
def replay(): g.replay()
