import torch


def is_ampere():
    return torch.cuda.get_device_capability()[0] >= 8


def smem():
    cap = torch.cuda.get_device_capability()
    if cap[0] == 8:
        return 164
    elif cap[0] >= 9:
        return 228
    raise NotImplementedError("unknown GPU")


OK = torch.cuda.get_device_capability() >= (7, 5)
if not is_ampere():
    raise RuntimeError("Ampere or newer is needed")
assert OK
