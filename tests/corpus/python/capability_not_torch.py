import torch
from vllm.platforms import current_platform

if current_platform.get_device_capability() >= (9, 0):
    pass
version.major >= 8
