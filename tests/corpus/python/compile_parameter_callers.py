import torch


def compile_model(model, mode="default"):
    return torch.compile(model, mode=mode)


class Runner:
    def __init__(self, net, mode):
        self.net = torch.compile(net, mode=mode)


fast = compile_model(torch.nn.ReLU(), "max-autotune")
runner = Runner(fast, mode="reduce-overhead")
