import onnxruntime

ORDER = ["MIGraphXExecutionProvider", "CUDAExecutionProvider", "CPUExecutionProvider"]
session = onnxruntime.InferenceSession("m.onnx", providers=ORDER)
