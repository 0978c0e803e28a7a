import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


class Engine:
    def __init__(self, model):
        self.model = torch.compile(model, dynamic=False)
        self.graph = torch.cuda.CUDAGraph()

    def step(self):
        return self.model(self.static)

    def capture(self, x):
        self.static = x
        self.step()
        if is_rocm:
            torch.compiler.set_stance("fail_on_recompile")
        with torch.inference_mode(), torch.cuda.graph(
            self.graph,
        ):
            self.out = self.step()  # static
        if is_rocm:
            torch.compiler.set_stance("default")
