import os
import subprocess

import torch


def launch(command, tune):
    env = dict(os.environ, TORCHINDUCTOR_MAX_AUTOTUNE="1")
    env["TORCHINDUCTOR_MAX_AUTOTUNE_GEMM"] = "1"
    subprocess.run(command, env={"TORCHINDUCTOR_MAX_AUTOTUNE": '1', "PATH": os.environ["PATH"]})
    subprocess.run(command, env={"TORCHINDUCTOR_MAX_AUTOTUNE": str(int(tune))})
    return env
