"""A small encoder over packed sequences: embeddings, a few attention blocks, a classifier."""

import torch
from torch import nn

from . import ops


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        attended = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.norm2(x))


class SequenceModel(nn.Module):
    def __init__(self, vocabulary=8192, width=256, heads=4, depth=4, classes=16):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.classifier = nn.Linear(width, classes, bias=False)

    def forward(self, tokens, lengths):
        valid = torch.arange(tokens.shape[1], device=tokens.device) < lengths[:, None]
        mask = valid[:, None, None, :]
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x, mask)
        weights = valid.to(x.dtype) / lengths[:, None].clamp(min=1)
        pooled = (self.norm(x) * weights[..., None]).sum(dim=1)
        return self.classifier(pooled)

    @torch.inference_mode()
    def best_classes(self, tokens, lengths, k=3):
        """The k likeliest classes of each sequence with their probabilities, by the compiled kernels."""
        scores = ops.smooth(self(tokens, lengths).float())
        return ops.row_topk(ops.masked_softmax(scores), k)
