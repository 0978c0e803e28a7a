import re
import torch

re.compile("x", mode="reduce-overhead")
keras_model.compile(optimizer="adam")
code = compile(source, "x", mode="exec")
