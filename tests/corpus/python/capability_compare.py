import torch

if torch.cuda.get_device_capability()[0] >= 9:
    use_hopper_kernels()
