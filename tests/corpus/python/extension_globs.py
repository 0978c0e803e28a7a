import glob
import os

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

here = os.path.dirname(__file__)
sources = glob.glob("csrc/*.cpp")
sources += glob.glob(os.path.join(here, "csrc", "*.cc"))
sources += glob.glob("csrc/*.cu")  # copies end in .hip
headers = ["csrc/ops.cpp.in", "*.h"]

setup(
    ext_modules=[CUDAExtension("ops", sources)],
    cmdclass={"build_ext": BuildExtension},
)
