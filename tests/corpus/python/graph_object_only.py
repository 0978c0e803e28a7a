import torch


class Cache:
    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def run(self, capture, x):
        capture(self.graph, x)
        self.graph.replay()
