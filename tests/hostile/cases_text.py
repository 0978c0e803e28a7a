"""Files of every language that are hard to read: deep, repeated, unclosed, in odd encodings."""

import json

from gitwriter import ORIGINAL
from registry import text

CUDA = ORIGINAL[b"a.cu"]
PYTHON = ORIGINAL[b"train.py"]
TERMINAL = "\x1b]0;title\x07\x1b[31m \u009b31m\u0090x\u009c \u202eevil\u2066 \u200bzero\ufeff \x7f\x08".encode()
HTML = b"<img src=/dev/zero><b>bold</b><script>alert(1)</script><a href=file:///dev/zero>x</a>"


def repeated(piece, times, before=b"", after=b""):
    return before + piece * times + after


def many(piece, times, before=b"", after=b""):
    """As repeated(), deep enough for any recursion; the inputs of a group are read together."""
    return repeated(piece, times * 2 // 5, before, after)


def place_of(kind, content):
    """Long files by themselves, with the commands that read them in their ways."""
    if len(content) > 1_000_000:
        return {"group": f"{kind}-big", "only": ("scan", "translate"), "window": False}
    return {"group": f"{kind}-deep"}


# What every language gets: the file's own code with something done to it.
DAMAGES = {
    "nul": lambda code: code[:40] + b"\0" + code[40:],
    "bom": lambda code: b"\xef\xbb\xbf" * 3 + code,
    "utf16": lambda code: b"\xff\xfe" + code.decode().encode("utf-16-le"),
    "utf32": lambda code: code.decode().encode("utf-32"),
    "latin1": lambda code: code + b"\n// caf\xe9 \x80\x9b31m\n",
    "lone-return": lambda code: code.replace(b"\n", b"\r"),
    "mixed-ends": lambda code: code.replace(b"\n", b"\r\n", 2).replace(b";\n", b";\n\r").replace(b"}\n",
    b"}\x0b\x0c\n"),
    "cut": lambda code: code[: len(code) // 2],
    "terminal": lambda code: code.replace(b"\n", b" " + TERMINAL + b"\n", 3) + TERMINAL,
    "html": lambda code: code + b"// " + HTML + b"\n",
    "binary": lambda code: bytes(range(256)) * 64,
    "shuffled": None,
}
SAMPLES = {
    "cu": CUDA, "py": PYTHON, "cmake": b"project(x LANGUAGES CXX CUDA)\nfind_package(CUDA)\nadd_library(x a.cu)\nset(CMAKE_CUDA_FLAGS -O3)\n",
    "sh": b"#!/bin/sh\nnvcc -arch=sm_80 a.cu\nnvidia-smi\npip install torch flash-attn\nexport CUDA_VISIBLE_DEVICES=0\n",
    "toml": b'[project]\nname = "x"\ndependencies = ["torch>=2.0", "flash-attn"]\n',
    "yml": b"dependencies:\n  - pytorch\n  - cudatoolkit=11\n  - pip:\n      - flash-attn\n",
    "mk": ORIGINAL[b"Makefile"],
    "json": b'{"torch_compile_mode": "reduce-overhead"}\n',
}
NAMED = {"cmake": "{}/CMakeLists.txt", "toml": "{}/pyproject.toml", "mk": "{}/Makefile", "yml": "{}/environment.yml"}


def name_for(kind, label):
    return NAMED[kind].format(f"{kind}-{label}") if kind in NAMED else f"{kind}-{label}.{kind}"


def shuffled(code):
    def make(dice):
        pieces = [code[i:i + 7] for i in range(0, len(code), 7)] * 20
        dice.shuffle(pieces)
        return b"".join(pieces)

    return make


for kind, code in SAMPLES.items():
    for label, damage in DAMAGES.items():
        text(name_for(kind, label), damage(code) if damage else shuffled(code), group=f"text-{kind}",
             item="4" if label == "terminal" else "3" if label == "html" else "")

# Reproductions of the issue, at the size that it names.
LONG = {"only": ("scan", "translate"), "window": False}
text("toml-deep/pyproject.toml", b"a" + b".a" * 39000 + b" = 1\n", group="toml-deep", item="6")
text("toml-deep-table/pyproject.toml", b"[a" + b".a" * 39000 + b"]\nx = 1\n", group="toml-deep-table", item="6")
text("toml-deep-array/pyproject.toml", b"a = " + b"[" * 60000, group="toml-deep-array", item="6")
text("toml-deep-inline/pyproject.toml", b"a = " + b"{a=" * 20000, group="toml-deep-inline", item="6")
text("shell-substitutions.sh", repeated(b"$(", 50000), group="shell-substitutions", item="7", **LONG)
text("flag-expressions.py", b"from x import is_rocm\ny = " + repeated(b"1 if is_rocm else ", 60000, after=b"2\n"),
    group="flag-expressions", item="7", **LONG)
text("shuffles.cu", repeated(b"x = __shfl_sync(0xffffffff, x, 3);\n", 58000, b"__global__ void k(int x) {\n", b"}\n"),
    group="shuffles", item="7", **LONG)
text("lanes.cu", repeated(b"l = threadIdx.x % 32;\n", 90000, b"__global__ void k(int l) {\n", b"}\n"), group="lanes",
    item="7", **LONG)
text("ballots.cu", repeated(b"unsigned m = __ballot_sync(~0u, p);\n", 55000, b"__global__ void k(int p) {\n", b"}\n"),
    group="ballots", item="7", **LONG)

# Others of the same classes, each in its own words.
MANY = 12000
for label, content in {
    "parentheses": many(b"(", 100000), "braces": many(b"{", 100000, b"void f() "),
        "brackets": many(b"[", 100000),
    "launches": many(b"k<<<", 30000), "launches-nested": many(b"k<<<f(", 20000),
        "closing": many(b")", 100000),
    "conditions": many(b"#if A\n", 30000), "conditions-else": many(b"#ifdef __CUDA_ARCH__\n#else\n", 8000),
    "conditions-elif": b"#if A\n" + many(b"#elif __CUDA_ARCH__ > 1\n", MANY) + b"#endif\n",
    "macros": many(b"#define A(x) A(A(x))\n", MANY), "macro-lines": b"#define A " + many(b"\\\n", 100000),
    "includes": many(b"#include <cuda_runtime.h>\n", MANY),
    "include-long": b"#include <" + b"a/" * 50000 + b"x.h>\n",
    "comment-open": CUDA + b"/*" + b"*" * 300000, "comments": many(b"/*/", 60000),
    "string-open": CUDA + b'"' + b"\\" * 300001,
    "raw-string": b'const char* a = R"' + b"x" * 100000 + b"(\n", "raw-strings": many(b'R"a(', 40000),
        "characters": many(b"'", 100000),
    "templates": many(b"a<", 60000), "templates-call": many(b"f<<<1,1>>>(", 20000),
        "namespaces": many(b"a::", 80000),
    "asm": many(b'asm("mov.u32 %0;" : "=r"(x));\n', 8000), "asm-open": b'asm volatile("' + b"{" * 100000,
        "popc": many(b"__popc(", 30000),
    "variables": b"__global__ void k() {" + b"".join(b"unsigned v%d = v%d;" % (i + 1, i) for i in range(8000)) + b"}",
    "masks": b"__global__ void k() {" + b"".join(b"unsigned v%d = __ballot_sync(v%d, v%d);" % (i + 1, i,
        i) for i in range(5000)) + b"}",
    "functions": b"".join(b"__device__ int f%d(int x) { return f%d(x); }\n" % (i, (i * 7) % 5000) for i in range(5000)),
    "operators": b"int x = " + many(b"1+", 60000, after=b"1;"),
    "ternaries": b"int x = " + many(b"a?b:", 50000, after=b"1;"),
    "one-line": CUDA.replace(b"\n", b" ") + b"x" * 10_000_000,
    "one-line-code": CUDA.replace(b"\n", b" ") + b"f(a); " * 150000,
    "continued": many(b"int a\\\n", 40000), "trigraphs": many(b"??/\n??=if", 20000),
    "numbers": b"int x = " + b"9" * 500000 + b";",
    "names": b"int " + b"a" * 2_000_000 + b";", "guards": many(b"#ifdef USE_ROCM\n#else\n#endif\n", 8000),
    "newlines": b"\n" * 500000,
    "lambda": many(b"[&](){", 30000), "digraphs": many(b"<::", 60000), "attributes": many(b"[[", 60000),
        "shift": b"int x = " + b"1<<" * 60000,
    "pragma": many(b"_Pragma(\"", 30000), "dollars": many(b"$", 100000),
        "launch-bounds": many(b"__launch_bounds__(", 20000),
    "cublas": many(b"cublasSgemm(h, ", 12000), "unterminated-include": many(b"#include \"", 20000),
        "casts": many(b"(int)", 60000),
}.items():
    text(f"cu-{label}.cu", content, **place_of("cu", content))
for label, content in {
    "parentheses": many(b"(", 100000), "brackets": many(b"[", 100000), "braces": many(b"{", 100000),
        "blocks": b"".join(
        b" " * i + b"if x:\n" for i in range(1200)), "indents": b"".join(b" " * (i % 97) + b"x\n" for i in range(5000)),
    "strings": many(b'"', 100001), "strings-open": b'"""' + b"x\n" * 50000, "f-strings": many(b'f"{', 20000),
        "lambdas": many(b"lambda:", 30000),
    "attributes": b"x" + many(b".a", 60000), "calls": many(b"f(", 40000),
        "calls-chained": b"x" + many(b"()", 50000),
    "subscripts": b"x" + many(b"[0]", 40000), "nots": many(b"not ", 50000, after=b"x"),
    "minus": many(b"-", 100000, after=b"1"),
    "additions": many(b"1+", 60000, after=b"1"), "comparisons": many(b"a<", 50000, after=b"b"),
    "decorators": many(b"@x\n", 20000),
    "comprehensions": many(b"[x for x in ", 10000), "star": many(b"*", 60000),
        "imports": many(b"import torch\n", MANY),
    "compile": many(b"torch.compile(f, mode='reduce-overhead')\n", 4000, b"import torch\n"),
    "else-ifs": b"if a: pass\n" + many(b"elif a: pass\n", MANY),
    "captures": many(b"with torch.cuda.graph(g):\n  x.item()\n", 3000, b"import torch\n"),
    "assignments": many(b"a = ", 30000, after=b"1"),
    "constants": b"".join(b"A%d = A%d\n" % (i + 1,
        i) for i in range(8000)) + b"import torch\ntorch.compile(f, mode=A8000)\n",
    "functions": b"import torch\n" + b"".join(b"def f%d(m):\n  return f%d(m)\n" % (i,
        i + 1) for i in range(3000)) + b"torch.compile(x, mode=f0(1))\n",
    "cycle": b"import torch\na = b\nb = a\ntorch.compile(f, mode=a)\ndef g(): return h()\ndef h(): return g()\n",
    "await": many(b"await ", 30000),
    "one-line": PYTHON + b"x=1;" * 300000, "tabs": b"if x:\n" + b"\t" * 100000 + b"y\n",
    "form-feeds": b"\x0c" * 100000 + PYTHON,
    "continuation": b"x = " + b"\\\n" * 50000 + b"1\n",
    "match": b"match x:\n" + many(b"  case [a, *b]: pass\n", 5000), "walrus": many(b"(a:=", 30000),
    "flags": b"from x import is_rocm\n" + many(b"if is_rocm:\n  pass\nelse:\n  torch.cuda.f()\n", 3000),
    "dots": b"." * 100000,
    "capabilities": b"import torch\n" + repeated(b"torch.cuda.get_device_capability()[0] >= 8\n", 4000),
    "magic": many(b"%%time\n!pwn\n", 5000),
}.items():
    text(f"py-{label}.py", content, **place_of("py", content))
for label, (name, content) in {
    "shell-backticks": ("x.sh", many(b"`", 50001)), "shell-heredocs": ("x.sh", many(b"cat <<A\n", 20000)),
    "shell-quotes": ("x.sh", many(b"\"'", 50001)),
    "shell-braces": ("x.sh", many(b"${", 50000)), "shell-arithmetic": ("x.sh", many(b"$((", 40000)),
        "shell-pipes": ("x.sh", many(b"nvcc|", 30000)),
    "shell-functions": ("x.sh", many(b"f(){", 30000)), "shell-cases": ("x.sh", many(b"case x in ", 20000)),
        "shell-exports": ("x.sh", many(
        b"export CUDA_VISIBLE_DEVICES=1\n", MANY)),
        "shell-installs": ("x.sh", many(b"pip install torch flash-attn\n", 5000)),
    "shell-continued": ("x.sh", many(b"pip install \\\n", 30000)),
    "cmake-parentheses": ("CMakeLists.txt", many(b"f(", 50000)),
    "cmake-brackets": ("CMakeLists.txt", b"f([" + b"=" * 100000 + b"["),
        "cmake-ifs": ("CMakeLists.txt", many(b"if(A)\n", 20000)),
    "cmake-references": ("CMakeLists.txt", b"set(A " + many(b"${", 50000) + b")"),
        "cmake-sets": ("CMakeLists.txt", b"".join(
        b"set(V%d ${V%d} ${V%d})\n" % (i + 1, i, i) for i in range(3000)) + b"add_library(x ${V3000})\n"),
    "cmake-targets": ("CMakeLists.txt", b"project(x CUDA)\n" + many(b"target_link_libraries(x CUDA::cudart)\n",
        5000)),
    "cmake-append": ("CMakeLists.txt", b"project(x CUDA)\n" + many(b"list(APPEND F ${F} -lcudart)\n",
        4000) + b"cuda_add_library(x ${F})\n"),
    "cmake-quotes": ("CMakeLists.txt", many(b'f("', 40001)),
        "cmake-comment": ("CMakeLists.txt", b"#[[" + b"]" * 200000),
    "make-references": ("Makefile", b"A = " + many(b"$(", 50000)),
        "make-self": ("Makefile", b"A = $(A) $(A)\nNVCC = $(A)\nx:\n\t$(NVCC) $(A)\n"),
    "make-doubling": ("Makefile", b"".join(b"A%d = $(A%d) $(A%d)\n" % (i + 1, i,
        i) for i in range(200)) + b"NVCC = nvcc $(A200)\nx:\n\t$(NVCC)\n"),
    "make-ifs": ("Makefile", many(b"ifdef A\n", 20000)),
    "make-continued": ("Makefile", b"NVCC = nvcc " + many(b"\\\n", 60000)),
    "make-defines": ("Makefile", many(b"define A\n", 20000)),
    "make-rules": ("Makefile", many(b"x:\n\tnvcc -arch=sm_80 x.cu\n", 4000)),
    "docker-from": ("Dockerfile", many(b"FROM nvidia/cuda:12.0-base AS a\n", 8000)),
    "docker-run": ("Dockerfile", b"FROM x\nRUN " + many(b"a && \\\n", 30000)),
    "docker-heredoc": ("Dockerfile", b"FROM x\nRUN " + many(b"<<E ", 30000)),
    "requirements": ("requirements.txt", many(b"torch==2.0; python_version<'3'\n", 8000)),
    "requirements-include": ("requirements.txt",
        b"-r requirements.txt\n-r ../../../../../etc/passwd\n-c /dev/zero\n-e git+ext::sh -c pwn\n"),
    "requirements-marker": ("requirements.txt", b"torch; " + many(b"(", 50000)),
        "requirements-hash": ("requirements.txt", b"torch " + many(b"--hash=a \\\n", 20000)),
    "setup-cfg": ("setup.cfg", b"[options]\ninstall_requires =\n" + many(b"  torch>1\n", 8000)),
    "pipfile-lock": ("Pipfile.lock", many(b'{"a":', 50000)),
    "poetry-lock": ("poetry.lock", many(b'[[package]]\nname = "torch"\nversion = "1"\n', 4000)),
    "uv-lock": ("uv.lock", b'[[package]]\nname = "torch"\n' + b"[" * 50000),
    "yaml-anchors": ("environment.yml", b"a0: &a0 [x]\n" + b"".join(b"a%d: &a%d [%s]\n" % (i + 1, i + 1,
        b",".join([b"*a%d" % i] * 10)) for i in range(30))),
    "yaml-flow": ("environment.yml", b"dependencies: " + b"[" * 50000),
        "yaml-depth": ("environment.yml", b"".join(b" " * i + b"a:\n" for i in range(1500))),
    "yaml-minus": ("environment.yml", b"- " * 50000), "yaml-block": ("environment.yml", b"a: |\n" + b"  x\n" * 50000),
    "yaml-keys": ("environment.yml", b"? " * 50000),
    "json-depth": ("config.json", many(b'[', 300000)), "json-objects": ("config.json", many(b'{"a":', 100000)),
        "json-key": ("config.json", b'{"' + b"k" * 2_000_000),
    "json-surrogates": ("config.json", b'{"mode": "' + b"\\ud800" * 20000 + b'"}'),
    "json-number": ("config.json", b"[" + b"1" * 500000 + b"e999999999]"),
    "toml-strings": ("pyproject.toml", b'a = """' + b"\\" * 100001),
    "toml-keys": ("pyproject.toml", b"".join(b"k%d = 1\n" % i for i in range(20000))),
    "toml-tables": ("pyproject.toml", b"".join(b"[t%d.a]\n" % i for i in range(8000))),
    "toml-number": ("pyproject.toml", b"a = " + b"1_" * 50000 + b"1\n"),
    "toml-quoted-dots": ("pyproject.toml", b'"a"' + b'."a"' * 20000 + b" = 1\n"),
    "toml-deep-2000": ("pyproject.toml", b"a" + b".a" * 2000 + b" = 1\n"),
    "toml-lines": ("pyproject.toml", b"a" + b" . a" * 4000 + b" = 1\n[tool.x" + b".y" * 3000 + b"]\n"),
}.items():
    text(f"other-{label}/{name}", content,
        group=f"other-{label.partition('-')[0]}" if label.partition("-")[0] in ("cmake", "make", "shell") else "other")


def notebook(*cells, extra=b""):
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": [],
            "execution_count": None} for source in cells]}).encode() + extra


for label, content in {
    "depth": b'{"nbformat":4,"cells":' + b"[" * 200000, "cells": notebook(*["import torch\n"] * 5000),
        "parentheses": notebook("(" * 50000),
    "lines": notebook(["x = 1\n"] * 50000),
    "terminal": notebook("# \x1b]0;t\x07\u202e\u009b31m\nimport torch\ntorch.compile(f, mode='reduce-overhead')\n"),
    "surrogates": notebook("import torch\n").replace(b"import", b"\\ud800\\udc00\\ud800import"),
    "types": b'{"nbformat":4,"cells":[1,null,{"cell_type":[],"source":{}}]}',
    "source-number": b'{"nbformat":4,"cells":[{"cell_type":"code","source":[1,null,["x"]]}]}',
    "format": b'{"nbformat":1e308,"cells":{}}',
    "duplicate": b'{"nbformat":4,"nbformat":3,"cells":[],"cells":[],"worksheets":[{"cells":[{"cell_type":"code","input":["import torch"]}]}]}',
    "trailing": notebook("import torch\n", extra=b"\0{}[" * 1000),
        "magic": notebook("!pwn\n%%bash\npwn\n%run /dev/zero\n%load_ext x\n"),
    "blocks": notebook("".join(" " * i + "if x:\n" for i in range(800))),
    "bom": b"\xef\xbb\xbf" + notebook("import torch\n"),
}.items():
    text(f"notebook-{label}.ipynb", content, group="notebooks")
