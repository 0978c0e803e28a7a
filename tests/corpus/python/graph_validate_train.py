import torch
import torch.nn.functional as F


def train(model, optimizer, loader, warmup_steps=11):
    static_x = torch.empty(32, 128, device="cuda")
    static_y = torch.empty(32, device="cuda", dtype=torch.long)
    warmup(model, optimizer, static_x, static_y)
    g = torch.cuda.CUDAGraph()
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(g):
        loss = F.cross_entropy(model(static_x), static_y)
        loss.backward()
        optimizer.step()
    for x, y in loader:
        static_x.copy_(x)
        static_y.copy_(y)
        g.replay()
        print(loss.item())
