import torch


def tune(flag):
	if flag: torch._inductor.config.max_autotune = True
	torch._inductor.config.update({
		"max_autotune": True,
		"memory_planning": False,
	})
