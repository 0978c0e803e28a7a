import torch
import pynvml

def f():
	pynvml.nvmlInit()
	return torch.compile(g, mode="reduce-overhead")