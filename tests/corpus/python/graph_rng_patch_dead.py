import torch
import torch._dynamo.convert_frame as convert_frame

convert_frame.preserve_global_state = lambda fn: fn
setattr(torch._dynamo.convert_frame, "preserve_global_state", lambda fn: fn)
convert_frame.other = None
