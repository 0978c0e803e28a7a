import pynvml
import torch


def start():
    pynvml.nvmlInit()
    pynvml.nvmlSystemGetDriverVersion()  # warm up
