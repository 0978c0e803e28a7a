import torch
from vllm.platforms import current_platform

if current_platform.get_device_capability() >= (9, 0):
    pass
version.major >= 8


def kind():
    if torch.cuda.is_available():
        major, minor = torch.cuda.get_device_capability()
        return "cuda", major, minor
    return "cpu", None, None


device, major, minor = kind()
if device == "cuda" and device in devices:
    pass


class Buffer:
    def get_aliases(self):
        return ()


found = name in Buffer().get_aliases()
