import torch
try:
    import pynvml
except ImportError:
    pynvml = None
