import os

import torch

if __name__ == "__main__":
    torch._inductor.config.coordinate_descent_tuning = True
    torch._inductor.config.max_autotune = True
    os.environ["TORCHINDUCTOR_COORDINATE_DESCENT_TUNING"] = "1"
    model = torch.compile(model, options={"coordinate_descent_tuning": True})
