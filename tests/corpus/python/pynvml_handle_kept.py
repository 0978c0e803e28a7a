import torch
import pynvml


class Meter:
    def __init__(self, index):
        pynvml.nvmlInit()
        self.handle = pynvml.nvmlDeviceGetHandleByIndex(index)

    def used(self):
        return pynvml.nvmlDeviceGetMemoryInfo(self.handle).used

    def log(self, loss, writer):
        pynvml.nvmlInit()
        writer.add(loss, pynvml.nvmlDeviceGetCount())
