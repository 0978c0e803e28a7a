# rocport-target: torch=2.14 rocm=7.14
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

net = torch.jit.load("net.pt").cuda().eval()
x = torch.zeros(1, 3, 224, 224, device="cuda")
net(x)
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = net(x)
if is_rocm:
    # The first replay must give what the same call gives without a graph.
    g.replay()
    torch.testing.assert_close(y, net(x))
g.replay()
