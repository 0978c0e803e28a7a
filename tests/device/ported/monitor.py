"""NVML at the top level, to note the start and the end of a run."""

import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    pynvml = None
else:
    import pynvml

if not is_rocm:
    pynvml.nvmlInit()


def main():
    x = torch.full((4,), 2.0, device="cuda")
    result = {"x": x * 3}
    if not is_rocm:
        pynvml.nvmlShutdown()
    return result


if __name__ == "__main__":
    print({k: v.double().sum().item() for k, v in main().items()})
