import torch as th
import torch.nn as nn

is_rocm = hasattr(th.version, "hip") and th.version.hip is not None


class Decoder(nn.Module):
    @th.compile(mode="default" if is_rocm else "max-autotune", dynamic=False)
    def forward(self, x):
        return th.relu(x)

    @staticmethod
    @th.no_grad()
    @th.compile(mode='default' if is_rocm else 'reduce-overhead',
                fullgraph=True)
    def step(x):
        return x + 1
