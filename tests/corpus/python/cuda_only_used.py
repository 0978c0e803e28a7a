import torch
import nvtx
from nvidia.dali import pipeline_def


@nvtx.annotate()
def step():
    pass


@pipeline_def
def pipe():
    pass
