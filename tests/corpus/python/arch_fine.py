import torch

arch = torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
if arch == "gfx942" or arch in ("gfx90a", "gfx950"):
    print("gfx942 is fast")
SUPPORTED = ["gfx90a", "gfx942", "gfx950"]
TABLE = {"gfx942": 304}
fast = any(name in arch for name in ["gfx94", "gfx95"])
Name = Literal["gfx942", "gfx950"]
names: list[Literal["gfx942"]] = []
__all__ = ["gfx1250"]
newest = any(x in arch for x in ("gfx120",))
