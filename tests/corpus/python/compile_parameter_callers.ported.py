import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def compile_model(model, mode="default"):
    return torch.compile(model, mode="default" if is_rocm else mode)


class Runner:
    def __init__(self, net, mode):
        self.net = torch.compile(net, mode="default" if is_rocm else mode)


fast = compile_model(torch.nn.ReLU(), "max-autotune")
runner = Runner(fast, mode="reduce-overhead")
