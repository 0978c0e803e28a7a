import torch
import pynvml

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def report(index):
    if not is_rocm:
        pynvml.nvmlInit()
        handle = pynvml.nvmlDeviceGetHandleByIndex(index)
        # in MiB
        info = pynvml.nvmlDeviceGetMemoryInfo(handle)
        used, total = info.used // 2**20, info.total // 2**20
        print(f"{used} of {total}")
        pynvml.nvmlShutdown()


class Meter:
    def name(self):
        name = pynvml.nvmlDeviceGetName(pynvml.nvmlDeviceGetHandleByIndex(0))
        print(name.decode())
