import torch


class Engine:
    def __init__(self, model):
        self.model = torch.compile(model, dynamic=False)
        self.graph = torch.cuda.CUDAGraph()

    def step(self):
        return self.model(self.static)

    def capture(self, x):
        self.static = x
        self.step()
        with torch.inference_mode(), torch.cuda.graph(
            self.graph,
        ):
            self.out = self.step()  # static
