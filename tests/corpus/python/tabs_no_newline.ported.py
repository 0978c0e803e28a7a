import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
	pynvml = None
else:
	import pynvml

def f():
	if not is_rocm:
		pynvml.nvmlInit()
	return torch.compile(g, mode="default" if is_rocm else "reduce-overhead")