import torch

HIDDEN = 128


def attend(q, tokens):
    b, h, s, d = q.shape
    fixed = torch.zeros(HIDDEN, 4, device=q.device)
    same = torch.empty(b, h, s, device=q.device)
    like = torch.ones(q.shape[0], device=q.device)
    fresh = torch.zeros(tokens, d, device=q.device)
    index = torch.nonzero(fresh)
    bias = torch.tensor([1.0, 2.0], device="cuda")
    return fixed, same, like, fresh, index, bias


def capture(q, tokens):
    attend(q, tokens)
    g = torch.cuda.CUDAGraph()
    with torch.cuda.graph(g):
        return g, attend(q, tokens)
