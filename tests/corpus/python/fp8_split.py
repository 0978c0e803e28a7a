# rocport-target: torch=2.14 rocm=10.1 arch=gfx90a,gfx942
import torch

arch = torch.cuda.get_device_properties(0).gcnArchName
fp8_dtype = torch.float8_e4m3fnuz if "gfx942" in arch else torch.float8_e4m3fn
other = torch.float8_e4m3fnuz if "gfx942" in arch else torch.float16
TYPES = {"gfx942": torch.float8_e4m3fnuz, "gfx950": torch.float8_e4m3fn}
