import os
import torch
import pynvml
import sys

pynvml.nvmlInit()


def used():
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    return pynvml.nvmlDeviceGetMemoryInfo(handle).used
