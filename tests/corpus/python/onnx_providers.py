import onnxruntime
import torch

FAST = ("CUDAExecutionProvider", {"device_id": 0})
ORDER = ["TensorrtExecutionProvider", FAST, "CPUExecutionProvider"]
HINT = "use CUDAExecutionProvider"


def session(path):
    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        return onnxruntime.InferenceSession(path, providers=ORDER)
    if torch.version.hip:
        return onnxruntime.InferenceSession(path, providers=["ROCMExecutionProvider"])
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
