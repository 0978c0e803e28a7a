import torch
from transformers import CompileConfig, TrainingArguments

args = TrainingArguments(output_dir="out", torch_compile=True, torch_compile_mode="reduce-overhead")
generation = CompileConfig(mode="max-autotune", fullgraph=False)
backend = TrainingArguments(output_dir="out", torch_compile_backend="cudagraphs")
