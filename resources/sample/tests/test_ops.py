"""The compiled kernels against the PyTorch versions. Needs a GPU; run with pytest."""

import pytest
import torch

from seqkernels import ops

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
SHAPES = [(1, 1), (3, 31), (17, 64), (5, 1000)]


def on_both(function, *tensors, **options):
    return function(*(t.cuda() for t in tensors), **options), function(*tensors, **options)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("l2", [False, True])
def test_row_reduce(shape, l2):
    torch.manual_seed(0)
    ours, theirs = on_both(ops.row_reduce, torch.randn(shape), l2=l2)
    torch.testing.assert_close(ours.cpu(), theirs, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_masked_softmax(shape):
    torch.manual_seed(0)
    lengths = torch.randint(0, shape[1] + 1, (shape[0],), dtype=torch.int32)
    ours, theirs = on_both(ops.masked_softmax, torch.randn(shape), lengths)
    torch.testing.assert_close(ours.cpu(), theirs, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_row_topk(shape):
    torch.manual_seed(0)
    (values, _), (expected, _) = on_both(ops.row_topk, torch.randn(shape), k=min(8, shape[1]))
    torch.testing.assert_close(values.cpu(), expected)


@pytest.mark.parametrize("count", [1, 255, 256, 257, 10000])
def test_compact_indices(count):
    torch.manual_seed(0)
    ours, theirs = on_both(ops.compact_indices, (torch.rand(count) < 0.3).to(torch.uint8))
    assert sorted(ours.tolist()) == theirs.tolist()
