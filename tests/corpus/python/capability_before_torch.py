def f():
    import torch

    return torch.cuda.get_device_capability()[0] >= 8
