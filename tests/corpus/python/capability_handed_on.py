import torch


def flags(device):
    major, minor = torch.cuda.get_device_capability(device)
    return [f"-gencode=arch=compute_{major}{minor},code=sm_{major}{minor}"]


def show():
    print(torch.cuda.get_device_capability())
