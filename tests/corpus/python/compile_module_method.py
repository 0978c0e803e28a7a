import torch

model = make()
model.encoder.compile(mode="reduce-overhead")
