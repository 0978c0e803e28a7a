import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
model = torch.nn.Identity().eval()
x = torch.ones(4, device="cuda")
model(x)
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = model(x)
if is_rocm:
    # The first replay must give what the same call gives without a graph.
    g.replay()
    torch.testing.assert_close(y, model(x))
def replay(): g.replay()
