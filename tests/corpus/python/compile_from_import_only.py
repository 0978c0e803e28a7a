from torch import compile

m = compile(m, mode="reduce-overhead")
