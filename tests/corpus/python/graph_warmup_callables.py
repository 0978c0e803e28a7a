from torch.cuda import make_graphed_callables

import torch

net = torch.nn.Linear(8, 8).cuda()
x = torch.randn(4, 8, device="cuda", requires_grad=True)
fast = make_graphed_callables(net, (x,), num_warmup_iters=0)
fine = make_graphed_callables(net, (x,))
