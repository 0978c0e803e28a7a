import os

BUILD_GPU = os.getenv("CUDA_HOME") is not None
