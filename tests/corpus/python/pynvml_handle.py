import torch
import pynvml


def report(index):
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
