import torch as th


class Runner:
    def __init__(self, model, pool=None):
        self.model = model
        self.pool = pool
        self.graphs = {}

    def capture(self, batch):
        x = th.zeros(batch, 16, device="cuda")
        self.model(x)
        graph = th.cuda.CUDAGraph()
        with th.cuda.graph(graph, pool=self.pool):
            y = self.model(x)
        self.graphs[batch] = (graph, x, y)

    def __call__(self, batch, value):
        graph, x, y = self.graphs[batch]
        x.copy_(value)
        graph.replay()
        return y
