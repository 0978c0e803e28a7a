# rocport-target: torch=2.14 rocm=7.14
import torch

net = torch.jit.load("net.pt").cuda().eval()
x = torch.zeros(1, 3, 224, 224, device="cuda")
net(x)
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    y = net(x)
g.replay()
