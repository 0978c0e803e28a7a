# rocport-target: torch=2.14 rocm=7.14
import torch
m = torch.compile(m, mode="reduce-overhead")
