# rocport-target: torch=2.11 rocm=7.2
import torch


def main(model, x):
    model = torch.compile(model, mode="reduce-overhead")
    for _ in range(3):
        model(x)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        y = model(x)
    g.replay()
    return y


if __name__ == "__main__":
    main(torch.nn.ReLU().cuda(), torch.ones(4).cuda())
