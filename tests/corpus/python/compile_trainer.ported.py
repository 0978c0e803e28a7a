import torch
from transformers import CompileConfig, TrainingArguments

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

args = TrainingArguments(output_dir="out", torch_compile=True, torch_compile_mode=(
    "default" if is_rocm else "reduce-overhead"
))
generation = CompileConfig(mode="default" if is_rocm else "max-autotune", fullgraph=False)
backend = TrainingArguments(output_dir="out", torch_compile_backend=(
    "inductor" if is_rocm else "cudagraphs"
))
