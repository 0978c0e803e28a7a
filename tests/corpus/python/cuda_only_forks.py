import torch
import xformers.ops as xops
import xformers.ops
from apex.normalization import FusedLayerNorm
import transformer_engine.pytorch as te
import bitsandbytes as bnb
import cupy as cp
from flashinfer import single_prefill_with_kv_cache

try:
    import apex
except ImportError:
    apex = None
