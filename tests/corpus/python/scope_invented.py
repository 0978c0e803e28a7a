import os

import torch

os.environ["INDUCTOR_FREEZING"] = "1"
os.environ["INDUCTOR_AGGRESSIVE_FUSION"] = "1"
os.environ["INDUCTOR_COORDINATE_DESCENT_TUNING"] = "1"
os.environ["MY_INDUCTOR_SETTING"] = "1"
