import torch

WARP_SIZE = torch.cuda.get_device_properties(0).warp_size
BATCH_SIZE = 32
wave_size = 64


def launch(block, warp_size=64):
    return block // warp_size + 32
