import pytest
import torch


@pytest.mark.skipif(torch.cuda.get_device_capability() < (9, 0), reason="needs Hopper")
def test_hopper():
    pass
