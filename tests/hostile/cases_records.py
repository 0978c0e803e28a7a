"""The user's node list, recorded outputs of a node's tools, and records of runs, as a stranger may hand them over."""

import json
import os

from registry import add

NASTY = "\x1b]0;x\x07\u202e\u009b31m<img src=/dev/zero>`pwn`"
NODE = {"id": "n1", "name": "n", "host": "host.invalid"}


def nodes(name, content):
    def make(box, dice):
        folder = box.root / "xdg" / "config" / "rocport"
        folder.mkdir(parents=True)
        content(folder / "nodes.json") if callable(content) else (folder / "nodes.json").write_bytes(content)
        return folder / "nodes.json"

    add(f"nodes/{name}", "nodes", make, window=False)


def node(**more):
    return json.dumps({"version": 1, "nodes": [{**NODE, **more}]}).encode()


for label, body in {
    "depth": b"[" * 100000, "empty": b"", "nonsense": bytes(range(256)), "types": b'{"version":1,"nodes":{"a":[]}}',
        "version": b'{"version":1e308,"nodes":[]}',
    "terminal": node(name=NASTY, host=NASTY), "option": node(host="-oProxyCommand=pwn"),
    "shell": node(host="x;pwn", workspace="/tmp/$(pwn)"), "key": node(keyFile="-oProxyCommand=pwn"),
    "many": json.dumps({"version": 1, "nodes": [{**NODE, "id": f"n{i}"} for i in range(8000)]}).encode(),
    "same": json.dumps({"version": 1, "nodes": [NODE] * 100}).encode(),
    "container": node(container={"use": "run", "engine": "docker", "image": "--privileged",
        "options": ["-v", "/:/x", "--"], "mounts": ["/:/"]}),
    "environment": node(environment=[{"name": "LD_PRELOAD", "value": "/x"}, {"name": "A;pwn", "value": "\n"}]),
    "slurm": node(slurm={"use": True, "options": ["--wrap=pwn", ";pwn"]}),
    "pipe": lambda path: os.mkfifo(path), "zero": lambda path: os.symlink("/dev/zero", path),
    "hole": lambda path: (path.touch(), os.truncate(path, 4 << 40)), "folder": lambda path: path.mkdir(),
}.items():
    nodes(label, body)


def recording(name, content, **more):
    def make(box, dice):
        path = box.home / f"{name}.txt"
        content(path) if callable(content) else path.write_bytes(content)
        return path

    add(f"recording/{name}", "recording", make, window=False, **more)


ROCMINFO = b"""ROCk module is loaded
=====================
HSA System Attributes
=====================
Runtime Version:         1.1
==========
HSA Agents
==========
*******
Agent 2
*******
  Name:                    gfx942
  Marketing Name:          AMD Instinct MI300X
  Vendor Name:             AMD
  Device Type:             GPU
"""
SMI = json.dumps([{"gpu": 0, "asic": {"market_name": "x"}}]).encode()
for label, body in {
    "rocminfo-terminal": ROCMINFO.replace(b"MI300X", NASTY.encode()),
    "rocminfo-agents": ROCMINFO + b"*******\nAgent 3\n*******\n  Name: gfx942\n" * 20000,
    "rocminfo-cut": ROCMINFO[:150],
    "rocminfo-number": ROCMINFO + b"  Compute Unit:  99999999999999999999999\n  Node: -1\n",
    "rocminfo-line": ROCMINFO + b"x" * 3_000_000, "rocminfo-colons": ROCMINFO + b":" * 200000,
    "amdsmi-depth": b"[" * 200000, "amdsmi-types": b'[{"gpu": {}, "asic": [], "vram": null}, 5, "x"]',
        "amdsmi-many": b"[" + SMI[1:-1] + (b"," + SMI[1:-1]) * 20000 + b"]",
    "amdsmi-terminal": SMI.replace(b'"x"', json.dumps(NASTY).encode()), "nonsense": bytes(range(256)) * 500,
    "nul": bytes(200000), "empty": b"", "collectenv": b"PyTorch version: " + b"2." * 50000 + b"\nHIP runtime version: \x1b[31m\nROCM used to build PyTorch: " + NASTY.encode() + b"\n",
    "smi-table": b"=" * 60 + b" ROCm System Management Interface " + b"=" * 60 + b"\n" + b"GPU[0]\t\t: Card series: \x1b[31m\n" * 20000, "hipcc": b"HIP version: " + b"9" * 50000 + b".\xff\nAMD clang version \x1b]0;x\x07\n",
    "pipe": lambda path: os.mkfifo(path), "zero": lambda path: os.symlink("/dev/zero", path),
    "hole": lambda path: (path.touch(), os.truncate(path, 4 << 40)),
}.items():
    recording(label, body)
