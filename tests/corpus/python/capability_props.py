import torch as th

props = th.cuda.get_device_properties(0)
SUPPORTS_FP8 = props.major > 8 or (props.major == 8 and props.minor == 9)
if (th.cuda.get_device_properties(0).major, props.minor) < (7, 0):
    torch_compile = False
