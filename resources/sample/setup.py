"""Builds seqkernels._C, the compiled part of the package."""

import os

from setuptools import find_packages, setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

SOURCES = [
    "csrc/bindings.cpp",
    "csrc/compact.cu",
    "csrc/l2_window.cu",
    "csrc/layer_norm.cu",
    "csrc/prefix_sum.cu",
    "csrc/projection.cu",
    "csrc/row_reduce.cu",
    "csrc/smooth.cu",
    "csrc/softmax.cu",
    "csrc/topk.cu",
]

if CUDA_HOME is None and os.environ.get("SEQK_SKIP_EXTENSION") != "1":
    raise SystemExit("seqkernels needs the CUDA toolkit; set CUDA_HOME, or SEQK_SKIP_EXTENSION=1 for a pure Python install")

extensions = []
if os.environ.get("SEQK_SKIP_EXTENSION") != "1":
    extensions.append(
        CUDAExtension(
            name="seqkernels._C",
            sources=SOURCES,
            include_dirs=[os.path.abspath("csrc")],
            libraries=["cublas"],
            extra_compile_args={
                "cxx": ["-O3", "-std=c++17"],
                "nvcc": [
                    "-O3",
                    "-std=c++17",
                    "--use_fast_math",
                    "-lineinfo",
                    "-gencode=arch=compute_80,code=sm_80",
                    "-gencode=arch=compute_90,code=sm_90",
                ],
            },
        )
    )

setup(
    packages=find_packages(include=["seqkernels", "seqkernels.*"]),
    ext_modules=extensions,
    cmdclass={"build_ext": BuildExtension},
)
