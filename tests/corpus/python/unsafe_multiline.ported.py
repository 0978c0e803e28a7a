import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


def tune(flag):
	if flag: torch._inductor.config.max_autotune = True
	torch._inductor.config.update({
		"max_autotune": not is_rocm and True,
		"memory_planning": False,
	})
