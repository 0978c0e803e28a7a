#!/usr/bin/env python3
"""Runs the harness with a real torch: CPU against GPU, altered weights, NaN, memory, limits.

1. load tests on CPU and GPU pass, and the inputs are the same bit for bit;
2. a bundle captured on the CPU is run again on the GPU, and outputs agree within the tolerances;
3. an altered weight, another weight file and a NaN are found;
4. what runs out of memory, crashes or hangs fails alone: the cases after it pass;
5. stability over 20 iterations; a .pt file becomes safetensors.

Usage: harness_three_ways.py [--device cuda|cpu] [--report FILE]
Needs Python 3.8 and torch. Exit status 0: all as expected. Without a GPU the second side is the CPU too.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "..", "..", "resources", "node", "harness")
TOLERANCE = {"float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}

CASES = '''
import os
import time
import torch


class Block(torch.nn.Module):
    """Attention and a feed-forward part, as small as they come."""

    def __init__(self, width=64, heads=4):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.up = torch.nn.Linear(width, 4 * width)
        self.down = torch.nn.Linear(4 * width, width)
        self.heads = heads
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        b, s, w = x.shape
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        shape = (b, s, self.heads, w // self.heads)
        q, k, v = (t.reshape(shape).transpose(1, 2) for t in (q, k, v))
        y = torch.nn.functional.scaled_dot_product_attention(q, k, v) if hasattr(
            torch.nn.functional, "scaled_dot_product_attention") else torch.softmax(
                q @ k.transpose(-1, -2) / (w // self.heads) ** 0.5, -1) @ v
        x = x + self.drop(self.out(y.transpose(1, 2).reshape(b, s, w)))
        return {"hidden": x + self.down(torch.nn.functional.gelu(self.up(x))), "pair": (x, x.sum(-1))}


def product(a, b):
    return a @ b


def tokens(ids, table):
    return torch.nn.functional.embedding(ids, table)


def in_place(x):
    x.mul_(2)
    return x


def with_nan(x):
    y = x * 2
    y[0, 0] = float("nan")
    return y


def too_large(x):
    if x.is_cuda:
        return torch.empty(1 << 42, dtype=torch.uint8, device=x.device)
    raise MemoryError("out of memory")


def crashes_in_half(x):
    if x.dtype == torch.float16:
        os.abort()
    return x * 2


def hangs_in_half(x):
    if x.dtype == torch.float16:
        time.sleep(600)
    return x * 2


def rocport_case():
    return {"model": Block(), "inputs": [torch.ones(1, 8, 64)], "loss": lambda out: out["hidden"].float().mean()}
'''


class Ways:
    def __init__(self, folder, device):
        self.folder, self.device, self.failures, self.facts = folder, device, [], []
        self.archive = os.path.join(folder, "harness.pyz")
        with zipfile.ZipFile(self.archive, "w") as archive:
            for root, _, names in os.walk(SOURCES):
                for name in names:
                    if name.endswith(".py"):
                        path = os.path.join(root, name)
                        archive.write(path, os.path.relpath(path, SOURCES))
        self.tree = os.path.join(folder, "tree")
        os.makedirs(self.tree)
        with open(os.path.join(self.tree, "cases.py"), "w") as stream:
            stream.write(CASES)

    def run(self, name, action, plan):
        out = os.path.join(self.folder, name)
        path = os.path.join(self.folder, name + ".json")
        with open(path, "w") as stream:
            json.dump(plan, stream)
        ended = subprocess.run([sys.executable, self.archive, action, "--plan", path, "--out", out], cwd=self.tree,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
        with open(os.path.join(out, "harness.jsonl")) as stream:
            records = [json.loads(line) for line in stream]
        self.log = ended.stdout.decode("utf-8", "replace")
        return records

    def expect(self, name, condition, detail=""):
        print("%-6s %s %s" % ("ok" if condition else "FAILED", name, detail), flush=True)
        self.facts.append({"name": name, "ok": bool(condition), "detail": str(detail)})
        if not condition:
            self.failures.append(name)
            print(self.log[-4000:])


def failed(records):
    return [r["id"] for r in records if r.get("kind") == "check" and r["state"] == "failed"]


def hashes(records):
    return {r["case"]: r["hash"] for r in records if r.get("kind") == "inputs"}


def complete(records):
    return records[-1].get("kind") == "end"


def loads(ways):
    plan = {"target": "cases:Block", "shapes": ["2,16,64"], "dtypes": ["float32", "float16", "bfloat16"]}
    there = ways.run("load", "load", dict(plan, device=ways.device))
    here = ways.run("load_cpu", "load", dict(plan, device="cpu", dtypes=["float32", "bfloat16"]))
    ways.expect("load on %s" % ways.device, not failed(there) and complete(there), failed(there))
    ways.expect("load on the CPU", not failed(here), failed(here))
    same = {k: v for k, v in hashes(there).items() if k in hashes(here)}
    ways.expect("equal inputs", same and same == hashes(here))
    product = ways.run("product", "load", {"target": "cases:product", "shapes": ["8,16", "16,4"],
                                           "device": ways.device})
    ways.expect("function of two inputs", not failed(product), failed(product))
    ids = ways.run("tokens", "load", {"target": "cases:tokens", "shapes": ["2,5:int64:10", "10,8"],
                                      "device": ways.device})
    ways.expect("integer inputs", not failed(ids), failed(ids))
    spec = ways.run("spec", "load", {"target": "cases.py", "device": ways.device})
    ways.expect("file of the user's own", not failed(spec), failed(spec))
    place = ways.run("place", "load", {"target": "cases:in_place", "shapes": ["4,4"], "device": ways.device})
    ways.expect("in place: only backward fails", failed(place) == ["load:backward:float32_0"], failed(place))


def close(torch, reader, left, right, limit):
    one, two = reader.read(torch, left), reader.read(torch, right)
    if sorted(one) != sorted(two):
        return False, "names differ"
    worst = 0.0
    for name in one:
        a, b = one[name].double(), two[name].double()
        excess = ((a - b).abs() - limit * b.abs()).max().item()
        worst = max(worst, excess)
    return worst <= limit, "excess %.3g of %.3g" % (worst, limit)


def golden(ways):
    import torch

    sys.path.insert(0, SOURCES)
    from rocport_harness import tensorfile

    types = ["float32", "bfloat16"]
    captured = ways.run("captured", "capture", {"target": "cases:Block", "shapes": ["2,16,64"], "dtypes": types,
                                                "device": "cpu"})
    ways.expect("capture on the CPU", not failed(captured), failed(captured))
    bundle = os.path.join(ways.folder, "golden")
    shutil.copytree(os.path.join(ways.folder, "captured", "bundle"), bundle)
    again = ways.run("compared", "compare", {"target": "cases:Block", "reference": "golden", "device": ways.device})
    ways.expect("run again on %s" % ways.device, not failed(again) and complete(again), failed(again))
    ways.expect("as captured", hashes(again) == hashes(captured))
    for kind in types:
        for part in ("outputs", "gradients"):
            name = "%s_0.%s.safetensors" % (kind, part)
            good, detail = close(torch, tensorfile, os.path.join(ways.folder, "compared", "candidate", name),
                                 os.path.join(bundle, name), TOLERANCE[kind])
            ways.expect("within the tolerance: " + name, good, detail)
    altered = os.path.join(ways.folder, "altered")
    shutil.copytree(bundle, altered)
    path = os.path.join(altered, "float32_0.state.safetensors")
    tensors = tensorfile.read(torch, path)
    tensors["out.bias"] = tensors["out.bias"] + 0.5
    tensorfile.write(path, list(tensors.items()))
    wrong = ways.run("altered_run", "compare", {"target": "cases:Block", "reference": "altered",
                                                "device": ways.device})
    ways.expect("altered weights are refused", failed(wrong) == ["golden:inputs:float32_0"], failed(wrong))


def troubles(ways):
    nan = ways.run("nan", "load", {"target": "cases:with_nan", "shapes": ["4,4"], "device": ways.device})
    ways.expect("NaN is found", "load:finite:float32_0" in failed(nan), failed(nan))
    large = ways.run("large", "load", {"target": "cases:too_large", "shapes": ["4,4"], "device": ways.device})
    words = [r["detail"] for r in large if r.get("id") == "load:forward:float32_0" and r["kind"] == "check"]
    ways.expect("memory", failed(large) == ["load:forward:float32_0"] and "memory" in words[0], words)
    for name in ("crashes", "hangs"):
        one = ways.run(name, "load", {"target": "cases:%s_in_half" % name, "shapes": ["4,4"],
                                      "dtypes": ["float16", "float32"], "device": ways.device, "limitSeconds": 60})
        ways.expect("what %s fails alone" % name, failed(one) == ["load:forward:float16_0"] and complete(one),
                    failed(one))


def rest(ways):
    import torch

    steady = ways.run("steady", "stability", {"target": "cases:Block", "shapes": ["2,16,64"], "iterations": 20,
                                              "device": ways.device})
    samples = [r for r in steady if r.get("kind") == "sample"]
    ways.expect("stability", not failed(steady) and len(samples) == 20, failed(steady))
    path = os.path.join(ways.folder, "weights.pt")
    torch.save({"a": torch.arange(6.0).reshape(2, 3), "b": {"c": torch.ones(2, dtype=torch.bfloat16)}}, path)
    made = ways.run("converted", "convert", {"files": [path]})
    ways.expect("convert", not failed(made), failed(made))
    environment = [r for r in steady if r.get("kind") == "environment"]
    print("torch %s, cuda %s, hip %s, %s" % tuple(environment[0].get(k) for k in ("torch", "cuda", "hip",
                                                                                 "deviceName")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--device", choices=("cuda", "cpu"))
    parser.add_argument("--report")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("ROCPORT_SKIP_TEST there is no torch for %s" % sys.executable)
        return 0
    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(folder, device)
        for part in (loads, golden, troubles, rest):
            part(ways)
        if options.report:
            with open(options.report, "w") as stream:
                json.dump({"torch": torch.__version__, "device": device, "facts": ways.facts}, stream, indent=1)
        print("%d of %d as expected" % (len(ways.facts) - len(ways.failures), len(ways.facts)))
        return 1 if ways.failures else 0


if __name__ == "__main__":
    sys.exit(main())
