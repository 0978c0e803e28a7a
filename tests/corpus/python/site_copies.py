import os
import shutil
import site

import torch

shutil.copy("patch.py", "/usr/lib/python3/dist-packages/torch/patch.py")
shutil.copytree("patched", os.path.join(site.getsitepackages()[0], "flash_attn"))
shutil.copy("patch.py", os.path.join(os.path.dirname(torch.__file__), "patch.py"))
shutil.rmtree("/usr/lib/python3/dist-packages/torch")
