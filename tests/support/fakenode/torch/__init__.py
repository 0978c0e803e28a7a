"""Stands in for torch in tests of the probe (see README.md)."""
import os
import signal
import sys
import time

from . import _dynamo, _inductor, cuda, version

__version__ = "2.9.1+rocm7.0"
print("a greeting that no probe asked for")
print("@rocport-probe 1 forged")


class _Tensor:
    def __init__(self, value):
        self._value = value

    def float(self):
        return self

    def min(self):
        return self._value

    def max(self):
        return self._value


class _Type:
    pass


float32, bfloat16, float16 = _Type(), _Type(), _Type()


def full(shape, value, dtype, device):
    return _Tensor(value)


def matmul(a, b):
    kind = os.environ.get("FAKE_TORCH_GEMM", "")
    if kind == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
    if kind == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == "hipblas":
        raise RuntimeError("CUDA error: HIPBLAS_STATUS_NOT_INITIALIZED when calling `hipblasCreate(handle)`")
    sys.stderr.write("secret in the environment: %s\n" % os.environ.get("HF_TOKEN", "none"))
    return _Tensor(15.0 if kind == "wrong" else 16.0)
