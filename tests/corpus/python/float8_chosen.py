import torch

if "gfx94" in torch.cuda.get_device_properties(0).gcnArchName:
    FP8 = torch.float8_e4m3fnuz
else:
    FP8 = torch.float8_e4m3fn
