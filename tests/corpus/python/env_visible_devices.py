import os

import ray
import torch


def place_worker(rank):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    return torch.device("cuda", 0)


@ray.remote(num_gpus=1)
class Worker:
    def __init__(self):
        self.device = int(ray.get_gpu_ids()[0])
        print("no CUDA_VISIBLE_DEVICES in this text counts")
