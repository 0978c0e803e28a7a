import torch
import torch.distributed as dist
from torch.distributed import new_group

dist.init_process_group("nccl", rank=0, world_size=1)
group = new_group([0, 1], backend="nccl")
torch.distributed.init_process_group(backend="nccl" if cuda else "gloo")
dist.init_process_group(backend="gloo")
print("nccl")
