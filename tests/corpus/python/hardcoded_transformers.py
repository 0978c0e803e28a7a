import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


def generate(model, inputs):
    return model.generate(**inputs, cache_implementation="static", max_new_tokens=8)
