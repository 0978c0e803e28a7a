import torch as th
import torch.nn as nn


class Decoder(nn.Module):
    @th.compile(mode="max-autotune", dynamic=False)
    def forward(self, x):
        return th.relu(x)

    @staticmethod
    @th.no_grad()
    @th.compile(mode='reduce-overhead',
                fullgraph=True)
    def step(x):
        return x + 1
