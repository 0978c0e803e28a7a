import torch
import pynvml


def used():
    try:
        pynvml.nvmlInit()
        handle = pynvml.nvmlDeviceGetHandleByIndex(0)
        return pynvml.nvmlDeviceGetMemoryInfo(handle).used
    except pynvml.NVMLError:
        return 0


def count():
    try:
        return pynvml.nvmlDeviceGetCount()
    except Exception:
        return 0


def rethrown():
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        raise RuntimeError("no driver") from error
