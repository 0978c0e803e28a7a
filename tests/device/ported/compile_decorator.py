"""Decorators, with tabs and a module that sets Inductor by hand."""

import functools

import torch
import torch._inductor.config as inductor_config

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
	# Inductor without searches and graphs of the environment.
	from torch._inductor import config as inductor_config

	inductor_config.max_autotune = False
	inductor_config.max_autotune_gemm = False
	inductor_config.max_autotune_pointwise = False
	inductor_config.triton.cudagraphs = False
	inductor_config.memory_planning = False
	inductor_config.coordinate_descent_tuning = False

if not is_rocm:
	inductor_config.max_autotune = True
inductor_config.max_autotune_gemm_backends = "ATEN"
if not is_rocm:
	inductor_config.triton.cudagraphs = True

fast = functools.partial(torch.compile, mode=(
	'default' if is_rocm else 'reduce-overhead'
), fullgraph=True)


@fast
def activation(x, bias):
	return torch.nn.functional.silu(x + bias) * 0.5


class Head:
	@torch.compile(mode="default" if is_rocm else "max-autotune")
	def project(self, x, w):
		return (x @ w).softmax(-1)


def main():
	torch.manual_seed(0)
	x = torch.randn(24, 96, device="cuda")
	b = torch.randn(96, device="cuda")
	w = torch.randn(96, 32, device="cuda")
	head = Head()
	with torch.no_grad():
		for _ in range(3):
			y = activation(x, b).clone()
			z = head.project(y, w).clone()
	return {"y": y, "z": z}


if __name__ == "__main__":
	print({k: v.double().sum().item() for k, v in main().items()})
