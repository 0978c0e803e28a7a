import numpy as np
import torch


def helper(x):
    return x.item()


class Net(torch.nn.Module):
    def forward(self, x):
        def unused():
            return x.cpu()

        return torch.relu(x)


def capture(net, x):
    for _ in range(3):
        net(x)
    print(helper(x.sum()))
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = net(x)
        scale = np.float32(2).item
    return g, y
