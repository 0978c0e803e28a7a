import os

max_autotune = os.environ.get("TORCHINDUCTOR_MAX_AUTOTUNE") == "1"
max_autotune_gemm_backends = "ATEN,TRITON,CPP"
memory_planning = False


class triton:
    cudagraphs = False
    cudagraph_trees = True
