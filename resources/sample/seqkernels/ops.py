"""The compiled kernels as functions on tensors, with PyTorch versions for tensors on the CPU.

The kernels have no backward pass; the functions fall back to PyTorch when a gradient is wanted.
"""

import torch
import torch.nn.functional as F

try:
    from . import _C
except ImportError:  # installed with SEQK_SKIP_EXTENSION=1
    _C = None


def _use_kernel(*tensors):
    if _C is None or not all(t.is_cuda for t in tensors):
        return False
    return not (torch.is_grad_enabled() and any(t.requires_grad for t in tensors))


def row_reduce(x, l2=False):
    """Sum, or L2 norm, of each row."""
    if _use_kernel(x):
        return _C.row_reduce(x.contiguous(), l2)
    return x.norm(dim=-1) if l2 else x.sum(dim=-1)


def masked_softmax(x, lengths=None):
    """Softmax over the first lengths[r] elements of row r; the rest of the row is zero."""
    if _use_kernel(x):
        return _C.masked_softmax(x.contiguous(), lengths)
    if lengths is None:
        return torch.softmax(x, dim=-1)
    valid = torch.arange(x.shape[-1], device=x.device) < lengths[:, None]
    return torch.nan_to_num(torch.softmax(x.masked_fill(~valid, float("-inf")), dim=-1))


def layer_norm(x, gamma, beta, eps=1e-5):
    """Layer norm over the last dimension of a matrix."""
    if _use_kernel(x, gamma, beta):
        return _C.layer_norm(x.contiguous(), gamma, beta, eps)
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps)


def row_offsets(lengths):
    """Exclusive prefix sum of each row of an int32 matrix."""
    if _use_kernel(lengths):
        return _C.row_offsets(lengths.contiguous())
    return (lengths.cumsum(dim=-1) - lengths).to(torch.int32)


def compact_indices(flags):
    """Indices of nonzero elements of a uint8 vector, in no particular order on a GPU."""
    if _use_kernel(flags):
        return _C.compact_indices(flags.contiguous())
    return flags.nonzero(as_tuple=True)[0].to(torch.int32)


def row_topk(x, k):
    """The k largest values of each row and their columns."""
    if _use_kernel(x) and k <= 32:
        return _C.row_topk(x.contiguous(), k)
    values, columns = x.topk(k, dim=-1)
    return values, columns.to(torch.int32)


def project(x, w):
    """x times w transposed."""
    if _use_kernel(x, w):
        return _C.project(x.contiguous(), w.contiguous())
    return x @ w.t()


def smooth(x):
    """Five-point smoothing of each row, edges clamped."""
    if _use_kernel(x):
        return _C.smooth(x.contiguous())
    weights = x.new_tensor([0.0625, 0.25, 0.375, 0.25, 0.0625])
    padded = F.pad(x[:, None], (2, 2), mode="replicate")
    return F.conv1d(padded, weights[None, None])[:, 0]
