import torch


def compile_model(model, mode="default"):
    return torch.compile(model, mode=mode)


fast = compile_model(torch.nn.ReLU())
same = compile_model(torch.nn.ReLU(), mode="max-autotune-no-cudagraphs")
