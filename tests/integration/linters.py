#!/usr/bin/env python3
"""What rocport-cli writes into small projects of several styles gives their linters nothing new to say.

Usage: linters.py ROCPORT_CLI. Each project is checked by the tools that it is for, ported with everything accepted,
and checked again.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAKE8, BLACK, ISORT = "flake8", "black", "isort"

SOURCE = """import os

import torch
import torch.nn.functional as F


def dtype():
{i}return torch.bfloat16 if enabled() else torch.float16


def enabled():
{i}return torch.cuda.get_device_capability()[0] >= 8


def fast(device):
{i}major, minor = torch.cuda.get_device_capability(device)
{i}if major >= 9:
{i}{i}return True
{i}if major == 8 and minor > 0:
{i}{i}return None
{i}blackwell_or_later = torch.cuda.get_device_capability(device)[0] >= 10
{i}return blackwell_or_later


def home():
{i}toolkit = os.environ.get("CUDA_HOME", "/usr/local/cuda")
{i}return F, toolkit
"""

SETUP = """from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="a",
    ext_modules=[
        CUDAExtension(
            "a",
            ["a.cu"],
            extra_compile_args={
                "cxx": ["-O3"],
                "nvcc": ["-O3", "--use_fast_math", "--ptxas-options=-v"],
            },
        ),
        CUDAExtension(
            "b",
            ["b.cu"],
            extra_compile_args={
                "nvcc": [
                    "-O3",
                    "-lineinfo",
                    "-U__CUDA_NO_HALF_OPERATORS__",
                    "-U__CUDA_NO_HALF_CONVERSIONS__",
                    "--expt-relaxed-constexpr",
                    "--use_fast_math",
                ],
            },
        ),
    ],
    cmdclass={"build_ext": BuildExtension},
)
"""

PACKAGE = {
    "pkg/__init__.py": "",
    "pkg/a.py": "import torch\n\nfrom .b import fast\n\n\ndef f():\n"
    "    return fast() and torch.cuda.get_device_capability()[0] >= 9\n",
    "pkg/b.py": "import torch\n\nfrom . import c\nfrom .c import name\n\n\ndef fast():\n"
    "    return c and name and torch.cuda.get_device_capability()[0] >= 8\n",
    "pkg/c.py": 'name = "c"\n',
}

TRIED = """import os
import torch
from torch import nn

try:
    import flash_attn
except ImportError:
    flash_attn = None
import json

print(os, nn, flash_attn, json)
torch._inductor.config.max_autotune = True
"""

CONFIGURED = """import torch
import torch._inductor.config as ic
from torch._inductor import config as inductor_config


def main():
    m = torch.compile(torch.nn.Linear(3, 3))
    inductor_config.epilogue_fusion = True
    with ic.patch(max_autotune=True, coordinate_descent_tuning=True):
        m(torch.zeros(3))
    with ic.patch({"max_autotune": True}):
        m(torch.zeros(3))


if __name__ == "__main__":
    main()
"""

COMPILED = """import torch
import torch.nn as nn
from torch import optim
import json
{more}

def main():
    model = torch.compile(nn.Linear(3, 3))
    print(json, optim, model(torch.zeros(3)){used})


if __name__ == "__main__":
    main()
"""

BLACK_88 = "[tool.black]\n[tool.isort]\nprofile = \"black\"\n"
PROJECTS = {
    "black 88": ({"pyproject.toml": BLACK_88, "a.py": SOURCE.format(i="    "), "setup.py": SETUP},
                 [BLACK, ISORT, (FLAKE8, "--max-line-length=88")]),
    "black 100": ({"pyproject.toml": BLACK_88.replace("[tool.isort]", "line-length = 100\n[tool.isort]\nline_length = 100"),
                   "a.py": SOURCE.format(i="    "), "setup.py": SETUP},
                  [BLACK, ISORT, (FLAKE8, "--max-line-length=100")]),
    "ruff 120": ({"pyproject.toml": "[tool.ruff]\nline-length = 120\n", "a.py": SOURCE.format(i="    ")},
                 [(BLACK, "--line-length=120"), (ISORT, "--profile=black"), (FLAKE8, "--max-line-length=120")]),
    "flake8 79": ({"setup.cfg": "[flake8]\nmax-line-length = 79\n", "a.py": SOURCE.format(i="    "),
                   "setup.py": SETUP}, [FLAKE8]),
    "flake8 as it comes": ({"tox.ini": "[flake8]\nexclude = build\n", "a.py": SOURCE.format(i="    ")}, [FLAKE8]),
    "editorconfig 80": ({".editorconfig": "root = true\n[*.py]\nmax_line_length = 80\n",
                         "a.py": SOURCE.format(i="    ")}, [(FLAKE8, "--max-line-length=80")]),
    "nothing said": ({"a.py": SOURCE.format(i="    "), "setup.py": SETUP}, [(FLAKE8, "--max-line-length=88")]),
    "two blanks": ({"a.py": SOURCE.format(i="  ")}, [(FLAKE8, "--max-line-length=88", "--extend-ignore=E111,E114")]),
    "tabs": ({"setup.cfg": "[flake8]\nextend-ignore = W191,E101,E128\n", "a.py": SOURCE.format(i="\t")}, [FLAKE8]),
    "CRLF": ({"pyproject.toml": BLACK_88, "a.py": SOURCE.format(i="    ").replace("\n", "\r\n")},
             [BLACK, (FLAKE8, "--max-line-length=88")]),
    "imports that are tried": ({"a.py": TRIED}, [(FLAKE8, "--max-line-length=88")]),
    "configuration imported": ({"a.py": CONFIGURED}, [(FLAKE8, "--max-line-length=88")]),
    "configuration imported, 79": ({"setup.cfg": "[flake8]\nmax-line-length = 79\n", "a.py": CONFIGURED}, [FLAKE8]),
    "a program that compiles": ({"a.py": COMPILED.format(more="", used="")}, [(FLAKE8, "--max-line-length=88")]),
    "and imports what may compile": (
        {"a.py": COMPILED.format(more="import transformers\nfrom torchao import (\n    quantize_,\n)\n",
                                 used=", transformers, quantize_")}, [(FLAKE8, "--max-line-length=88")]),
    "package": ({"pyproject.toml": BLACK_88, **PACKAGE}, [BLACK, ISORT, (FLAKE8, "--max-line-length=88")]),
}


def findings(tool, folder):
    """What a tool says of a folder: names of files and rules, without lines, each as often as it is said."""
    name, *options = tool if isinstance(tool, tuple) else (tool,)
    command = [name, *options]
    if name == BLACK:
        command += ["--check", "--quiet", "--diff"]
    elif name == ISORT:
        command += ["--check-only", "--diff"]
    run = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    if name == FLAKE8:
        return sorted(re.sub(r":[0-9]+:[0-9]+:", ":", line) for line in run.stdout.splitlines())
    return [run.stdout + run.stderr] if run.returncode else []


# Faults that a port has for a reason. From torch 2.12 on the settings of Inductor are variables, which are set before
# its first import; where an import may load it, the definition of is_rocm, which they ask, stands above that one.
EXPECTED = {"configuration imported": {"E402"}, "configuration imported, 79": {"E402"},
            "and imports what may compile": {"E402"}}


def main():
    cli = os.path.abspath(sys.argv[1])
    missing = [tool for tool in (FLAKE8, BLACK, ISORT) if shutil.which(tool) is None]
    if missing:
        print(f"ROCPORT_SKIP_TEST not installed: {', '.join(missing)}")
        return 0
    failed = 0
    for name, (files, tools) in PROJECTS.items():
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                target = Path(folder, path)
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(text.encode())
            before = [findings(tool, folder) for tool in tools]
            run = subprocess.run([cli, "propose", folder, "--write"], capture_output=True, text=True, check=False,
                                 timeout=120)
            changed = any(Path(folder, path).read_bytes() != text.encode() for path, text in files.items())
            if run.returncode != 0 or not changed:
                print(f"{name}: nothing was ported: {run.stderr}")
                failed += 1
                continue
            for tool, old in zip(tools, before):
                new = list(findings(tool, folder))
                for one in old:
                    if one in new:
                        new.remove(one)
                new = [one for one in new if not EXPECTED.get(name, set()) & set(one.split())]
                if new:
                    print(f"{name}: {tool} says what it did not say before:")
                    print("\n".join(new))
                    failed += 1
    print(f"{len(PROJECTS)} projects, {failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
