import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None

backend = "cudagraphs"
a = torch.compile(torch.nn.ReLU(), backend="inductor" if is_rocm else "cudagraphs")
b = torch.compile(torch.nn.ReLU(), backend="inductor" if is_rocm else backend)
c = torch.compile(torch.nn.ReLU(), backend="inductor")
net = torch.nn.ReLU()
net.compile(backend='inductor' if is_rocm else 'cudagraphs')
