"""What the measuring scripts beside this file share: files of CUDA, hipify-perl over a folder, and clang for AMD GPUs."""

import concurrent.futures
import os
import re
import shutil
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOURCES = {".cu", ".cpp", ".cc", ".cxx", ".c"}
HEADERS = {".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc"}
CUDA_MARKS = re.compile(
    rb"<<<|\b__global__\b|\b__device__\b|\bcuda[A-Z]\w|\bcu(?:blas|sparse|solver|fft|rand|dnn|tensor)\w|\bcu[A-Z][a-z]\w+\s*\("
    rb"|\bnvrtc\w|\bnccl[A-Z]|#\s*include\s*[<\"](?:cuda|cub/|thrust/|cu[a-z]+\.h|cooperative_groups)")


def run(command, timeout=180, cwd=None):
    """(exit code, standard output, standard error); -1 where it could not run or ran too long, with all that it started ended."""
    try:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
                              start_new_session=True) as process:
            try:
                out, log = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return -1, b"", "timeout"
            return process.returncode, out, log.decode("utf-8", "replace")
    except OSError as error:
        return -1, b"", str(error)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def walk(folder):
    """Source files and headers below folder, as sorted relative paths; folders that hold no code of their own are left out."""
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if os.path.splitext(name)[1].lower() in SOURCES | HEADERS:
                path = os.path.join(base, name)
                if os.path.isfile(path) and not os.path.islink(path):
                    yield os.path.relpath(path, folder)


def is_cuda(path):
    return path.lower().endswith((".cu", ".cuh")) or CUDA_MARKS.search(read(path)) is not None


def own_defines(path):
    """Macros that the program's head asks for: a comment that says `compile with -DNAME`."""
    head = b"\n".join(read(path).split(b"\n")[:5])
    asked = re.search(rb"compile with ((?:-D\w+(?:=\w+)? ?)+)", head)
    return asked.group(1).decode().split() if asked else []


def find_cli(asked):
    """rocport-cli: as asked for, of a build folder, or in PATH; None where there is none."""
    candidates = [asked, *(os.path.join(ROOT, b, "bin/rocport-cli") for b in ("build", "build-dev")), shutil.which("rocport-cli")]
    return next((os.path.abspath(c) for c in candidates if c and os.path.isfile(c)), None)


def find_perl(asked):
    """hipify-perl: `auto` looks in PATH and beside the ROCm headers that the build fetched; `none` leaves it out."""
    found = shutil.which("hipify-perl"), os.path.join(ROOT, ".deps/rocm-headers/bin/hipify-perl")
    return {"auto": next((p for p in found if p and os.path.isfile(p)), None), "none": None}.get(asked, asked)


def message_of(line):
    """Place and text of a compiler's error line, or None."""
    return re.search(r"^(?:.*?/)?([^/\n]+):(\d+):\d+: (?:fatal )?error: (.*)$", line, re.M)


class Compiler:
    """clang for AMD GPUs over HIP sources, without making code. `missing` says what it lacks."""

    def __init__(self, program, headers=None, arch="gfx942", std="c++17", define=()):
        self.program = shutil.which(program)
        self.name, self.arch, self.std, self.define = program, arch, std, list(define)
        self.headers = next((h for h in [headers, os.path.join(ROOT, ".deps/rocm-headers/include"), "/opt/rocm/include"]
                             if h and os.path.isdir(os.path.join(h, "hip"))), None)

    def release(self):
        """ROCm release of the headers as MAJOR.MINOR, or None."""
        path = os.path.join(self.headers or "", "hip/hip_version.h")
        numbers = re.findall(rb"define HIP_VERSION_(?:MAJOR|MINOR) (\d+)", read(path)) if os.path.isfile(path) else []
        return b".".join(numbers[:2]).decode() if len(numbers) >= 2 else None

    def missing(self):
        if not self.program:
            return f"{self.name} is not installed"
        return None if self.headers else "ROCm headers are not installed (give --headers)"

    def command(self, path, includes, host=False, extra=(), limit=1):
        """The command line for a file; `host` compiles C++ as a compiler that knows no kernels does."""
        program, std = self.program, [f"-std={self.std}"]
        if path.endswith(".c"):
            program, language, std = re.sub(r"clang\+\+", "clang", self.program), ["-x", "c"], []
        elif host:
            language = ["-x", "c++"]
        else:
            # Wrapped headers of the release that was chosen, never those that happen to lie in the system's folder.
            language = ["-x", "hip", f"--offload-arch={self.arch}", "-nogpulib", "-nogpuinc",
                        "-include", "__clang_hip_runtime_wrapper.h"]
        result = [program, *language, *std, "-fsyntax-only", "-w", f"-ferror-limit={limit}", "-fno-color-diagnostics",
                  "-fno-caret-diagnostics", "-D__HIP_PLATFORM_AMD__"]
        result += [f"-D{name}" for name in self.define] + own_defines(path) + list(extra)
        result += [f"-I{include}" for include in includes] + ["-isystem", self.headers]
        return result + [path]

    def compile(self, path, includes):
        """(state, error): ok, failed, or header (a header that is nowhere to be had)."""
        code, _, log = run(self.command(path, includes))
        if code == 0:
            return "ok", ""
        found = message_of(log)
        if not found:
            return "failed", (log.strip().splitlines() or ["no message"])[-1][:200]
        error = f"{found.group(1)}:{found.group(2)}: {found.group(3)}"
        header = re.search(r"error: '([^']+)' file not found", log)
        return ("header" if header else "failed"), error


def reason_of(error):
    """The error without place and names of the program, to count by."""
    text = re.sub(r"^[^:]+:\d+: ", "", error)
    return re.sub(r"\(aka '[^']*'\)", "", text)[:150]


def percent(part, whole):
    return None if not whole else round(100.0 * part / whole, 1)


def perl_tree(program, folder, files, out, jobs, cache=None):
    """Runs hipify-perl over the given files of a copy of folder. `cache(content, make)` may know what it made of them."""
    shutil.copytree(folder, out, symlinks=True, ignore_dangling_symlinks=True)

    def one(path):
        def make():
            return run([program, os.path.join(folder, path)], timeout=300)[1]
        text = cache(read(os.path.join(folder, path)), make) if cache else make()
        with open(os.path.join(out, path), "wb") as file:
            file.write(text)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, files))
