"""The device that work runs on, and what the node's torch says about itself."""

import os
import platform
import re
import sys

from .results import Failed

SECRET = re.compile(r"TOKEN|KEY|SECRET|PASSW|CREDENTIAL|AUTH", re.I)
SHOWN = re.compile(r"TORCH|INDUCTOR|TRITON|HIP|ROCM|HSA|MIOPEN|VISIBLE_DEVICES|OMP_NUM|NVIDIA_TF32", re.I)


def environment(torch, device):
    """Facts for the record. `gfx` is set only by a ROCm build of torch that sees an AMD GPU."""
    version = getattr(torch, "version", None)
    facts = {
        "python": sys.version.split()[0], "platform": platform.platform(), "machine": platform.machine(),
        "torch": str(torch.__version__), "hip": getattr(version, "hip", None),
        "cuda": getattr(version, "cuda", None), "device": str(device), "deviceName": "", "gfx": "",
        "variables": {k: "(not shown)" if SECRET.search(k) else v for k, v in sorted(os.environ.items())
                      if SHOWN.search(k)},
    }
    if str(device).startswith("cuda"):
        properties = torch.cuda.get_device_properties(torch.device(str(device)))
        facts["deviceName"] = str(getattr(properties, "name", ""))
        facts["memoryMb"] = int(getattr(properties, "total_memory", 0)) >> 20
        if facts["hip"]:
            facts["gfx"] = str(getattr(properties, "gcnArchName", ""))
    return facts


def choose(torch, wanted):
    if wanted == "cpu":
        return "cpu"
    if torch.cuda.is_available():
        return "cuda:0" if wanted in ("auto", "cuda") else wanted
    if wanted == "auto":
        return "cpu"
    hip = getattr(getattr(torch, "version", None), "hip", None)
    kind = "for ROCm, with HIP %s" % hip if hip else "not a ROCm build (torch.version.hip is None)"
    raise Failed("torch %s sees no GPU; it is %s. Check /dev/kfd, /dev/dri and HIP_VISIBLE_DEVICES"
                 % (torch.__version__, kind))


def exact(torch):
    """Reference arithmetic: no TF32 in products and convolutions. torch.compile is left as it is."""
    for owner, name in ((getattr(torch.backends, "cuda", None), "matmul"), (torch.backends, "cudnn")):
        part = getattr(owner, name, None)
        if part is not None and hasattr(part, "allow_tf32"):
            part.allow_tf32 = False


def synchronize(torch, device):
    if str(device).startswith("cuda"):
        torch.cuda.synchronize()


def memory_mb(torch, device):
    if str(device).startswith("cuda"):
        return torch.cuda.memory_allocated() / float(1 << 20)
    return 0.0


def explain(error):
    """A sentence for what goes wrong on GPUs."""
    text = str(error).strip()
    first = text.split("\n")[0]
    if "out of memory" in text.lower() or type(error).__name__ == "OutOfMemoryError":
        return "The GPU's memory ran out: %s Use smaller shapes or another GPU." % (first.rstrip(".") + ".")
    if "no kernel image" in text or "invalid device function" in text:
        return "The program contains no code for this GPU (%s); build it for the architecture of this node." % first
    if "HIPBLAS_STATUS_NOT_INITIALIZED" in text:
        return "hipBLAS could not start (%s); run the probe of this node, which tries a small product." % first
    return "%s: %s" % (type(error).__name__, first) if first else type(error).__name__
