import torch


def capture_all(model, sizes):
    pool = torch.cuda.graph_pool_handle()
    graphs = {}
    for size in sizes:
        x = torch.zeros(16, device="cuda")
        model(x)
        g = torch.cuda.CUDAGraph()
        with torch.cuda.graph(g, pool):
            y = model(x)
        graphs[size] = (g, x, y)
    return graphs
