"""Build files whose flags would be run, read or written by a compiler that hands them to a shell."""

import json

from gitwriter import ORIGINAL, commit_all, write_files
from registry import add, case

# What nvcc passes on to a shell, or what makes a compiler read, write or load files of somebody's choice.
FLAGS = {
    "backtick": "-DX=`sh<pwn.inc`", "dollar": "-DX=$(sh<pwn.inc)", "semicolon": "-DX=1;sh<pwn.inc;",
    "and": "-DX=1&&sh<pwn.inc",
    "or": "-DX=||sh<pwn.inc", "pipe": "-DX=1|sh<pwn.inc", "background": "-DX=1&sh<pwn.inc&",
    "newline": "-DX=1\nsh<pwn.inc\n",
    "quote": "-DX='\"`sh<pwn.inc`\"'", "include": "-I`sh<pwn.inc`", "define-name": "-D`sh<pwn.inc`=1",
    "standard": "-std=`sh<pwn.inc`",
    "compiler": "-ccbin=./evil", "compiler-long": "--compiler-bindir ./evil", "wrapper": "-wrapper ./evil",
    "options": "--options-file pwn.opt",
    "response": "@pwn.opt", "output": "-o ../../../../notes.txt", "host-option": "-Xcompiler -fplugin=./evil.so",
    "plugin": "-fplugin=./evil.so",
    "load": "-Xclang -load -Xclang ./evil.so", "linker": "-Xlinker --dynamic-linker=./evil", "run": "--run",
    "run-args": "-run -run-args x",
    "programs": "-B./", "specs": "-specs=./evil.specs", "imacros": "-include /dev/zero",
    "dependencies": "-MF ../../../../notes.txt -MD",
    "temporary": "--keep --keep-dir ../../../..", "dump": "-fdump-tree-all=../../../../notes.txt",
    "libdevice": "--libdevice-directory ./evil",
    "nvvm": "-Xcicc `sh<pwn.inc`", "ptxas": "-Xptxas `sh<pwn.inc`", "dryrun": "-dryrun `sh<pwn.inc`",
    "isystem": "-isystem /proc/self/fd", "long": "-DX=" + "x" * 200000, "escape": "-DX=\x1b]0;x\x07",
}


def makefile(flag):
    return {b"Makefile": f"F = {flag}\nNVCC = nvcc\nall:\n\t$(NVCC) $(F) -arch=sm_80 -c a.cu\n".encode()}


def cmake(flag):
    flag = flag.replace("\\", "\\\\").replace('"', '\\"').replace("$(", "\\$(")
    return {b"CMakeLists.txt": f'project(x LANGUAGES CXX CUDA)\nset(CMAKE_CUDA_FLAGS "{flag}")\nadd_definitions("{flag}")\n'
                               f'add_compile_options("{flag}")\ntarget_include_directories(x PRIVATE "{flag}")\nadd_library(x a.cu)\n'.encode()}


def commands(flag):
    """compile_commands.json, for the repository and for the copy that isolation takes as the original."""

    def make(roots):
        rows = []
        for root in map(str, roots):
            split = ["nvcc", *flag.split(" "), flag, "-c", "a.cu"]
            defined = ["nvcc", "-DX=" + flag, "-I" + flag, "-isystem", flag, "-c", "a.cu"]
            rows += [
                {"directory": root, "file": root + "/a.cu", "command": f"nvcc {flag} -c a.cu"},
                {"directory": root, "file": "a.cu", "arguments": split},
                {"directory": root, "file": "a.cu", "arguments": defined},
                {"directory": flag, "file": "a.cu", "arguments": split},
                {"directory": root, "file": flag, "arguments": defined},
            ]
        content = json.dumps(rows).encode()
        return {b"compile_commands.json": content, b"build/compile_commands.json": content}

    return make


def register(kind, label, flag, files):
    def make(box, dice):
        payload = box.payload.encode() + b"\n"
        evil = {b"pwn.inc": payload, b"pwn.opt": b"-DX=`sh<pwn.inc`\n", b"evil": b"#!/bin/sh\n" + payload,
            b"evil.specs": b"*cpp:\n`sh<pwn.inc`\n",
                b"gcc": b"#!/bin/sh\n" + payload, b"as": b"#!/bin/sh\n" + payload}
        write_files(box.repository, {**ORIGINAL, **evil,
            **(files(flag) if kind != "commands" else files(flag)((box.repository, box.root / "copy")))})
        for name in ("evil", "gcc", "as"):
            (box.repository / name).chmod(0o755)
        commit_all(box.repository)

    add(f"compile/{kind}-{label}", "repository", make, item="1",
        only=("propose --write", "isolation --compile", "verify build"), window=False)


for label, flag in FLAGS.items():
    register("commands", label, flag, commands)
for label in ("backtick", "dollar", "semicolon", "pipe", "newline", "quote", "compiler", "response", "output", "escape",
    "long", "isystem"):
    register("make", label, FLAGS[label], makefile)
    register("cmake", label, FLAGS[label], cmake)



@case("compile/whole-output", "repository", only=("verify build --whole",), window=False, cpu=20, item="10")
def whole_output(box, dice):
    """A build that says more than anybody keeps, and then fails."""
    write_files(box.repository, {**ORIGINAL, b"CMakeLists.txt": b"cmake_minimum_required(VERSION 3.18)\nproject(x CUDA CXX)\n"
        b'execute_process(COMMAND sh -c "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | head -c 250000000")\n'
        b'message(FATAL_ERROR "x")\nadd_library(x STATIC a.cu)\n'})
    commit_all(box.repository)


FORMS = {
    "depth": b"[" * 200000, "objects": b'{"a":' * 100000,
        "types": b'[1, null, {"file": [], "command": {}}, {"arguments": "x"}]', "empty": b"",
    "terminal": b'[{"directory": "/", "file": "\x1b]0;x\x07.cu", "command": "nvcc"}]',
    "nul": b'[{"directory": "/", "file": "a\\u0000.cu", "command": "nvcc -D\\u0000"}]',
    "elsewhere": b'[{"directory": "/etc", "file": "/etc/passwd", "command": "nvcc -I/ -I../../.. -c /etc/passwd"}]',
    "quotes": b'[{"directory": ".", "file": "a.cu", "command": "nvcc \'' + b'\\"' * 50001 + b'"}]',
    "many": json.dumps([{"directory": ".", "file": "a.cu", "command": "nvcc -DX=1 -c a.cu"}] * 8000).encode(),
    "number": b'[{"directory": 1e999, "file": 5, "arguments": [1, {}, []]}]', "bom": b"\xff\xfe[\0]\0",
}
for label, content in FORMS.items():
    def form(box, dice, content=content):
        write_files(box.repository, {**ORIGINAL, b"compile_commands.json": content,
            b"build/compile_commands.json": content})
        commit_all(box.repository)

    add(f"compile/form-{label}", "repository", form, only=("propose --write", "isolation --compile", "verify build"),
        window=False)
