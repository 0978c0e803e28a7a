# rocport-target: torch=2.13 rocm=7.2 profile=tuned-inference
import torch


def main(model, x):
    loss = torch.compile(model)(x).sum()
    loss.backward()


if __name__ == '__main__':
    main(torch.nn.ReLU(), torch.zeros(1))
