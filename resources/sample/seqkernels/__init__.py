"""Kernels and a small model for variable-length sequences."""

from .model import SequenceModel
from .ops import compact_indices, layer_norm, masked_softmax, project, row_offsets, row_reduce, row_topk, smooth

__all__ = [
    "SequenceModel",
    "compact_indices",
    "layer_norm",
    "masked_softmax",
    "project",
    "row_offsets",
    "row_reduce",
    "row_topk",
    "smooth",
]
__version__ = "0.4.0"
