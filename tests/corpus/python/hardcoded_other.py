import torch
from transformers import AutoModelForCausalLM


def generate(model, inputs):
    return model.generate(**inputs, max_new_tokens=8)
