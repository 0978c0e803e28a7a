import torch
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension, CUDAExtension

if torch.cuda.is_available():
    extensions = [CUDAExtension("ext", ["ext.cu"])]
else:
    extensions = [CppExtension("ext", ["ext.cpp"])]

setup(name="ext", ext_modules=extensions, cmdclass={"build_ext": BuildExtension})
