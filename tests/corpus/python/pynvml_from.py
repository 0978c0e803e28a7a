import torch
from pynvml import nvmlInit, nvmlShutdown

nvmlInit()
try:
    work()
finally:
    nvmlShutdown()
