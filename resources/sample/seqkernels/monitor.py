"""Memory, load and temperature of the GPU while training."""

import pynvml


class GpuMonitor:
    def __init__(self, index=0):
        pynvml.nvmlInit()
        self._handle = pynvml.nvmlDeviceGetHandleByIndex(index)

    def sample(self):
        memory = pynvml.nvmlDeviceGetMemoryInfo(self._handle)
        rates = pynvml.nvmlDeviceGetUtilizationRates(self._handle)
        return {
            "memory_mib": memory.used // 2**20,
            "load_percent": rates.gpu,
            "celsius": pynvml.nvmlDeviceGetTemperature(self._handle, pynvml.NVML_TEMPERATURE_GPU),
        }

    def close(self):
        pynvml.nvmlShutdown()
