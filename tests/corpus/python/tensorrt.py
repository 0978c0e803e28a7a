import tensorrt as trt
import torch
import torch_tensorrt

logger = trt.Logger()
