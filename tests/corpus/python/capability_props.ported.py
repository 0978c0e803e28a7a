import torch as th

is_rocm = hasattr(th.version, "hip") and th.version.hip is not None

props = th.cuda.get_device_properties(0)
SUPPORTS_FP8 = (
    False if is_rocm else props.major > 8 or (props.major == 8 and props.minor == 9)
)
if is_rocm or (th.cuda.get_device_properties(0).major, props.minor) < (7, 0):
    torch_compile = False
