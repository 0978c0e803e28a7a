import pytest
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@pytest.mark.skipif(True if is_rocm else torch.cuda.get_device_capability() < (9, 0), reason="needs Hopper")
def test_hopper():
    pass
