"""A name that begins like a statement leaves no suite: the call below has no guard."""
import torch
import pynvml


def utilization():
    if pynvml is None:
        returned = 0
        raised = returned
    pynvml.nvmlInit()
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    return pynvml.nvmlDeviceGetUtilizationRates(handle).gpu
