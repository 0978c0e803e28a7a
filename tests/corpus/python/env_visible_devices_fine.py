import os

# CUDA_VISIBLE_DEVICES is named in a comment only.
NAME = "MY_CUDA_VISIBLE_DEVICES_COPY"
os.environ["HIP_VISIBLE_DEVICES"] = "0"
