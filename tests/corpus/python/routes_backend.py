import torch

backend = "cudagraphs"
a = torch.compile(torch.nn.ReLU(), backend="cudagraphs")
b = torch.compile(torch.nn.ReLU(), backend=backend)
c = torch.compile(torch.nn.ReLU(), backend="inductor")
net = torch.nn.ReLU()
net.compile(backend='cudagraphs')
