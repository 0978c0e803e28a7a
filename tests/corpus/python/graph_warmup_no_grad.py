import torch


def captured_with_gradients(model, x):
    with torch.no_grad():
        for _ in range(3):
            model(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    return g, y


@torch.no_grad()
def captured_without(model, x):
    model(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    return g, y


def captured_in_context(model, x):
    with torch.inference_mode():
        model(x)
        g = torch.cuda.CUDAGraph()
        with torch.cuda.graph(g):
            y = model(x)
    return g, y


def warmed_with_gradients(model, x):
    model(x).sum().backward()
    with torch.no_grad():
        model(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    return g, y
