import pytest
import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None


@pytest.mark.skipif(is_rocm or torch.cuda.get_device_capability() < (9, 0), reason="needs Hopper")
def test_hopper():
    pass
