#!/usr/bin/env python3
"""Runs samples three ways on a machine with an NVIDIA GPU and PyTorch 2.

1. as they were;
2. ported, on NVIDIA: same results bit for bit (within 1e-3 where max-autotune searches for kernels, which may
   end otherwise in each run), same compile calls, same Inductor settings;
3. ported, with torch.version.hip set to a version: the ROCm arm is taken. Nothing that captures
   graphs reaches Inductor; models then run uncompiled, since Inductor would make code for AMD.

Usage: three_ways.py [--samples DIR] [--ported DIR] [--report FILE]
Needs only Python and torch. Each run is a process of its own. Exit status 0: all as expected.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HIP_VERSION = "7.2.0"
GRAPH_MODES = ("reduce-overhead", "max-autotune")
KEYS = ("max_autotune", "max_autotune_gemm", "max_autotune_pointwise", "max_autotune_gemm_backends",
        "memory_planning", "coordinate_descent_tuning", "freezing", "aggressive_fusion",
        "triton.cudagraphs", "triton.cudagraph_trees")


def settings():
    import torch._inductor.config as config

    found = {}
    for key in KEYS:
        owner = config
        parts = key.split(".")
        for part in parts[:-1]:
            owner = getattr(owner, part, None)
        if owner is not None and hasattr(owner, parts[-1]):
            found[key] = getattr(owner, parts[-1])
    return found


def child(path, hip):
    """One run; prints one line of JSON."""
    import torch

    calls = []
    compiled = torch.compile

    def recorded(model=None, **kwargs):
        calls.append({"mode": kwargs.get("mode"),
                      "options": dict(kwargs.get("options") or {}),
                      "backend": str(kwargs.get("backend", "inductor")),
                      "other": sorted(k for k in kwargs if k not in ("mode", "options", "backend")),
                      "settings": settings()})
        if not hip:
            return compiled(model, **kwargs)
        # As torch does: the decorator calls compile again.
        return (lambda one: recorded(one, **kwargs)) if model is None else model

    torch.compile = recorded
    if hip:
        # The GPU is NVIDIA's: torch has to find it before it takes itself for a ROCm build.
        torch.zeros(1, device="cuda")
        count = torch.cuda.device_count()
        torch.cuda.device_count = lambda: count
        torch.version.hip = hip
        torch.version.cuda = None
        properties = torch.cuda.get_device_properties

        class Properties:
            """Those of the GPU, but for the name of the architecture."""

            gcnArchName = "gfx942:sramecc+:xnack-"

            def __init__(self, real):
                self._real = real

            def __getattr__(self, name):
                return getattr(self._real, name)

        torch.cuda.get_device_properties = lambda *a, **k: Properties(properties(*a, **k))
    name = os.path.splitext(os.path.basename(path))[0]
    namespace = {"__name__": name, "__file__": path}
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    result = {"sample": name, "error": None}
    # dataclasses look their module up.
    module = type(sys)(name)
    sys.modules[name] = module
    module.__dict__.update(namespace)
    try:
        exec(code, module.__dict__)
        outputs = module.main()
        result["outputs"] = {}
        for key, value in sorted(outputs.items()):
            plain = value.detach().float().cpu().contiguous()
            result["outputs"][key] = {
                "shape": list(value.shape), "dtype": str(value.dtype),
                "first": plain.flatten()[:256].tolist(),
                "sha256": hashlib.sha256(plain.numpy().tobytes()).hexdigest()}
    except Exception as error:  # what a sample raises is a result
        result["error"] = f"{type(error).__name__}: {error}"
    result["calls"] = calls
    result["settings"] = settings()
    result["is_rocm"] = module.__dict__.get("is_rocm")
    print("RESULT " + json.dumps(result))


def run(path, hip=None):
    command = [sys.executable, os.path.abspath(__file__), "--child", path] + (["--hip", hip] if hip else [])
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TORCHINDUCTOR_", "PYTORCH_"))}
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=environment)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            return json.loads(line[7:])
    return {"error": "no result: " + done.stderr[-400:], "calls": [], "settings": {}, "outputs": {}}


def compare(was, nvidia):
    """"same" bit for bit, "close" (a search for kernels may end otherwise in each run), or "other"."""
    if was == nvidia:
        return "same"
    if not was or not nvidia or was.keys() != nvidia.keys():
        return "other"
    for key, one in was.items():
        two = nvidia[key]
        if (one["shape"], one["dtype"]) != (two["shape"], two["dtype"]):
            return "other"
        if any(abs(a - b) > 1e-3 + 1e-3 * abs(a) for a, b in zip(one["first"], two["first"])):
            return "other"
    return "close"


def judge(name, was, nvidia, rocm):
    """Sentences on what is not as it has to be."""
    problems = []
    if was["error"]:
        problems.append(f"the original fails: {was['error']}")
    if nvidia["error"] != was["error"]:
        problems.append(f"ported on NVIDIA fails otherwise than the original: {nvidia['error']}")
    searches = any(c["mode"] == "max-autotune" or c["settings"].get("max_autotune") for c in was["calls"])
    same = compare(was.get("outputs"), nvidia.get("outputs"))
    if same == "other" or (same == "close" and not searches):
        problems.append("ported on NVIDIA gives other results")
    if nvidia["calls"] != was["calls"]:
        problems.append("ported on NVIDIA compiles otherwise")
    if nvidia["settings"] != was["settings"]:
        problems.append("ported on NVIDIA leaves other Inductor settings")
    if rocm["error"]:
        problems.append(f"the ROCm arm fails: {rocm['error']}")
    for call in rocm["calls"]:
        if call["mode"] in GRAPH_MODES or call["options"].get("triton.cudagraphs") or call["backend"] == "cudagraphs":
            problems.append(f"the ROCm arm still asks for graphs: {call['mode']} {call['options']} {call['backend']}")
        for key in ("max_autotune", "triton.cudagraphs", "memory_planning"):
            if call["settings"].get(key):
                problems.append(f"the ROCm arm compiles with {key} on")
    if len(rocm["calls"]) != len(was["calls"]):
        problems.append("the ROCm arm compiles another number of times")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", default=os.path.join(HERE, "samples"))
    parser.add_argument("--ported", default=os.path.join(HERE, "ported"))
    parser.add_argument("--only", default="", help="one file of the samples")
    parser.add_argument("--report", default="")
    parser.add_argument("--child", default="")
    parser.add_argument("--hip", default="")
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.child, arguments.hip)
        return 0

    import torch

    if not torch.cuda.is_available():
        print("three_ways: no GPU that torch can use; nothing was run", file=sys.stderr)
        return 77
    lines = [f"Python {platform.python_version()}, torch {torch.__version__}, {torch.cuda.get_device_name(0)}, "
             f"torch.version.hip set to {HIP_VERSION} for the third way."]
    failed = 0
    for file in sorted(os.listdir(arguments.samples)):
        if not file.endswith(".py") or (arguments.only and file != arguments.only):
            continue
        ported = os.path.join(arguments.ported, file)
        was = run(os.path.join(arguments.samples, file))
        nvidia = run(ported)
        rocm = run(ported, HIP_VERSION)
        problems = judge(file, was, nvidia, rocm)
        modes = ", ".join(sorted({str(c["mode"]) for c in was["calls"]})) or "no compile"
        there = ", ".join(sorted({str(c["mode"]) for c in rocm["calls"]})) or "no compile"
        same = compare(was.get("outputs"), nvidia.get("outputs"))
        lines.append(f"{file}: {'as expected' if not problems else 'NOT AS EXPECTED'}; results {same}; "
                     f"modes {modes}; on ROCm {there}")
        lines += [f"  {problem}" for problem in problems]
        failed += bool(problems)
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if arguments.report:
        with open(arguments.report, "w", encoding="utf-8") as out:
            out.write(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
