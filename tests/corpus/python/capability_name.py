import torch
from platforms import current_platform


class Spec:
    highest_compute_capability: tuple

    def has_igemm(self):
        return self.highest_compute_capability >= (7, 5)

    def has_name(self):
        return self.capability_name == "none"


def supports_fp8():
    capability = current_platform.get_device_capability()
    return capability.to_int() >= 89


print(f"backend: CUDA {torch.version.cuda}")
