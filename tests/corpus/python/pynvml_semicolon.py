import torch
import pynvml; pynvml.nvmlInit()
