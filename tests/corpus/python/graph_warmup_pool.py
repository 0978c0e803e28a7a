import torch


class Graphs:
    def capture_all(self, model, sizes):
        self.graphs = {}
        for size in sizes:
            x = torch.zeros(size, device="cuda")
            model(x)
            g = torch.cuda.CUDAGraph()
            with torch.cuda.graph(g):
                y = model(x)
            self.graphs[size] = (g, x, y)
