# The part of the probe that needs Python, 3.8 or newer; probe.sh holds it and runs it (see there for the lines it writes).
# One process keeps the time; each check runs in a process of its own, so that one that hangs, crashes or is killed costs only
# itself. `source` is this text: a child gets it over standard input, with the name of its check.
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time

NONCE = sys.argv[1]
LIMIT = float(sys.argv[2])
MODULES = json.loads(r'''%MODULES%''')
MARK = "@" + NONCE + " "
RUNNER = 'import sys\nsource = sys.stdin.buffer.read().decode("utf-8")\nexec(compile(source, "rocport-probe", "exec"))'
INDUCTOR_KEYS = """max_autotune max_autotune_gemm max_autotune_pointwise max_autotune_gemm_backends triton.cudagraphs
triton.cudagraph_trees memory_planning epilogue_fusion pattern_matcher reorder_for_locality shape_padding aggressive_fusion
group_fusion batch_fusion max_fusion_size benchmark_kernel triton.multi_kernel coordinate_descent_tuning freezing
force_disable_caches fx_graph_cache compile_threads""".split()
DYNAMO_KEYS = """recompile_limit cache_size_limit accumulated_recompile_limit accumulated_cache_size_limit suppress_errors""".split()
PACKAGES = """torch torchvision torchaudio triton pytorch-triton-rocm pytorch-triton amd-aiter aiter composable-kernel ck4inductor
flash-attn flash_attn transformers vllm sglang xformers apex deepspeed accelerate bitsandbytes numpy jax jaxlib hipblaslt
amdsmi pynvml nvidia-ml-py onnxruntime tensorflow""".split()


def emit(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def put(**values):
    """One line of facts; a child's only way to say something."""
    emit("|" + json.dumps(values, default=str))


def attribute(owner, path):
    for name in path.split("."):
        owner = getattr(owner, name)
    return owner


def look(owner, keys, prefix):
    for key in keys:
        try:
            value = attribute(owner, key)
        except Exception:  # a key that this version does not have
            continue
        put(key=prefix + key, value=value if isinstance(value, (bool, int, float)) else str(value))


# --- the checks; each runs alone in a process -------------------------------------------------------------------------------

def check_packages():
    put(key="python.version", value=sys.version.split()[0])
    put(key="python.path", value=sys.executable)
    from importlib import metadata, util
    for name in PACKAGES:
        try:
            found = metadata.distribution(name)
        except Exception:
            continue
        put(key="package." + name, value=str(found.version))
        try:
            put(key="package." + name + ".path", value=str(found.locate_file("")))
        except Exception:
            pass
    nvidia = sorted(d.metadata["Name"] + "==" + d.version for d in metadata.distributions()
                    if (d.metadata["Name"] or "").lower().startswith(("nvidia-", "cupy-cuda")))
    if nvidia:
        put(key="packages.nvidia", value=" ".join(nvidia))
    for name in ("torch", "triton", "aiter", "flash_attn", "transformers", "ck", "composable_kernel"):
        try:
            spec = util.find_spec(name)
        except Exception:
            spec = None
        if spec is not None and spec.origin:
            put(key="module." + name + ".file", value=spec.origin)
            if name == "aiter":
                folder = os.path.join(os.path.dirname(spec.origin), "jit")
                built = [n for n in os.listdir(folder) if n.endswith(".so")] if os.path.isdir(folder) else []
                put(key="cache.aiter-build", value=len(built), path=folder)


def check_torch():
    import torch
    put(key="torch.version", value=str(torch.__version__))
    put(key="torch.hip", value=str(getattr(torch.version, "hip", None) or ""))
    put(key="torch.cuda", value=str(getattr(torch.version, "cuda", None) or ""))
    put(key="torch.rocm", value=str(getattr(torch.version, "rocm", None) or ""))
    put(key="torch.git", value=str(getattr(torch.version, "git_version", "") or ""))
    put(key="torch.path", value=os.path.dirname(torch.__file__))
    try:
        put(key="torch.archlist", value=" ".join(torch.cuda.get_arch_list()))
    except Exception as error:
        put(key="torch.archlist.error", value=str(error)[:300])


def check_devices():
    import torch
    put(key="torch.available", value=bool(torch.cuda.is_available()))
    count = torch.cuda.device_count()
    put(key="torch.devices", value=count)
    for index in range(min(count, 64)):
        p = torch.cuda.get_device_properties(index)
        put(key="torch.device.%d" % index, value=p.name, arch=str(getattr(p, "gcnArchName", "") or ""),
            capability="%d.%d" % (p.major, p.minor), memory=int(p.total_memory),
            units=int(p.multi_processor_count), warp=int(getattr(p, "warp_size", 0) or 0))


def check_inductor():
    import torch._inductor.config as inductor
    look(inductor, INDUCTOR_KEYS, "inductor.")
    import torch._dynamo.config as dynamo
    look(dynamo, DYNAMO_KEYS, "dynamo.")


def check_allocator():
    """The names that this torch's allocator asks for, as they stand in its libraries."""
    from importlib import util
    spec = util.find_spec("torch")
    if spec is None or not spec.origin:
        raise ImportError("torch is not installed")
    folder = os.path.join(os.path.dirname(spec.origin), "lib")
    names = [b"PYTORCH_CUDA_ALLOC_CONF", b"PYTORCH_HIP_ALLOC_CONF", b"PYTORCH_ALLOC_CONF"]
    found = set()
    for library in ("libc10.so", "libc10_hip.so", "libc10_cuda.so"):
        path = os.path.join(folder, library)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                text = file.read()
            found.update(name.decode() for name in names if name in text)
    put(key="alloc.reads", value=" ".join(sorted(found)))


def gemm(kind):
    import torch
    if not torch.cuda.is_available():
        put(skip="torch sees no GPU")
        return
    dtype = getattr(torch, kind)
    a = torch.full((256, 128), 0.5, dtype=dtype, device="cuda")
    b = torch.full((128, 64), 0.25, dtype=dtype, device="cuda")
    began = time.time()
    c = torch.matmul(a, b)
    torch.cuda.synchronize()
    low, high = float(c.float().min()), float(c.float().max())
    put(key="gemm." + kind, value="right" if low == high == 16.0 else "wrong: %r to %r instead of 16" % (low, high),
        seconds=round(time.time() - began, 3))
    if not low == high == 16.0:
        raise ArithmeticError("the product is wrong: %r to %r instead of 16" % (low, high))


def check_fp8():
    from importlib import util
    if util.find_spec("aiter") is None:
        put(skip="aiter is not installed")
        return
    import torch
    if not torch.cuda.is_available():
        put(skip="torch sees no GPU")
        return
    arch = torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
    kinds = {"gfx942": "float8_e4m3fnuz", "gfx950": "float8_e4m3fn"}
    if arch not in kinds:
        put(skip=arch + " has no FP8 attention in aiter")
        return
    import aiter
    function = getattr(aiter, "flash_attn_fp8_pertensor_func", None)
    if function is None:
        put(skip="this aiter has no flash_attn_fp8_pertensor_func")
        return
    torch.manual_seed(0)
    q, k, v = (torch.randn(1, 256, 8, 128, dtype=torch.bfloat16, device="cuda") for _ in range(3))
    one = torch.ones(1, dtype=torch.float32, device="cuda")
    dtype = getattr(torch, kinds[arch])
    out = function(q.to(dtype), k.to(dtype), v.to(dtype), q_descale=one, k_descale=one, v_descale=one, causal=True)
    out = (out[0] if isinstance(out, (tuple, list)) else out).float()
    shape = [t.transpose(1, 2).float() for t in (q, k, v)]
    reference = torch.nn.functional.scaled_dot_product_attention(*shape, is_causal=True).transpose(1, 2)
    worst = float((out - reference).abs().max())
    put(key="fp8.attention", value="largest difference to float32 %.4f" % worst)
    if not worst < 0.5:
        raise ArithmeticError("FP8 attention differs from float32 by up to %r" % worst)


def check_aiter():
    from importlib import util
    if util.find_spec("aiter") is None:
        put(skip="aiter is not installed")
        return
    import aiter
    wanted = ("flash_attn_func flash_attn_varlen_func flash_attn_fp8_pertensor_func mha_fwd mha_varlen_fwd gemm_a8w8 rms_norm "
              "rmsnorm2d_fwd fused_moe paged_attention_rocm topk_softmax").split()
    put(key="aiter.functions", value=" ".join(n for n in wanted if hasattr(aiter, n)))


def check_modules():
    """Where the modules, classes and functions that were asked for come from."""
    import importlib
    import inspect
    if not MODULES:
        put(skip="no module was named")
        return
    for item in MODULES:
        name = item["name"]
        module, _, inner = name.partition(":")
        try:
            thing = importlib.import_module(module)
            path = inspect.getfile(attribute(thing, inner) if inner else thing)
        except Exception as error:
            put(key="patched." + name, value="", error="%s: %s" % (type(error).__name__, str(error)[:300]), expected=item.get("path", ""))
            continue
        put(key="patched." + name, value=os.path.realpath(path), expected=item.get("path", ""))


CHECKS = [
    ("packages", "Python packages", check_packages, 1.0),
    ("torch", "torch and its build", check_torch, 6.0),
    ("devices", "Devices that torch sees", check_devices, 4.0),
    ("inductor", "Inductor and Dynamo settings", check_inductor, 6.0),
    ("allocator", "Allocator variable", check_allocator, 2.0),
    ("gemm-float32", "Small GEMM, float32", lambda: gemm("float32"), 6.0),
    ("gemm-bfloat16", "Small GEMM, bfloat16", lambda: gemm("bfloat16"), 6.0),
    ("gemm-float16", "Small GEMM, float16", lambda: gemm("float16"), 6.0),
    ("aiter", "aiter and its functions", check_aiter, 9.0),
    ("fp8-attention", "FP8 attention of aiter", check_fp8, 15.0),
    ("modules", "Replaced modules", check_modules, 6.0),
]


# --- the process that keeps the time ------------------------------------------------------------------------------------------

running = None


def end_group(process, number):
    try:
        os.killpg(process.pid, number)
    except OSError:
        pass


def stop(number, frame):
    if running is not None:
        end_group(running, signal.SIGKILL)
    os._exit(143)


def nobody_reads():
    """Whether the connection that this writes to is gone."""
    try:
        poller = select.poll()
        poller.register(sys.stdout.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP | select.POLLNVAL) for _, event in poller.poll(0))
    except (OSError, ValueError):
        return True


def wait_for(process, seconds):
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        if nobody_reads():
            stop(0, None)
        time.sleep(0.05)
    return process.poll() is not None


def tail(file, size=6000):
    file.seek(0, 2)
    length = file.tell()
    file.seek(max(0, length - size))
    return file.read(size).decode("utf-8", "replace")


def run_check(name, limit):
    global running
    began = time.monotonic()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        given.write(source.encode("utf-8"))
        given.seek(0)
        running = subprocess.Popen([sys.executable, "-c", RUNNER, NONCE, str(LIMIT), "check", name], stdin=given, stdout=out,
                                   stderr=errors, start_new_session=True)
        timed_out = not wait_for(running, limit)
        if timed_out:
            end_group(running, signal.SIGTERM)
            if not wait_for(running, 2):
                end_group(running, signal.SIGKILL)
                wait_for(running, 2)  # one that waits for a hung driver does not die; it is left behind
        end_group(running, signal.SIGKILL)  # what it may have started
        code = running.poll()
        running = None
        out.seek(0)
        lines = [line for line in out.read(1 << 20).decode("utf-8", "replace").splitlines() if line.startswith("|{")]
        detail = tail(errors)
    skipped = any(line.startswith('|{"skip"') for line in lines)
    if timed_out:
        state = "timedout"
    elif code is None or code < 0:
        state = "crashed"
    elif code == 3:
        state = "missing"
    elif code != 0:
        state = "failed"
    else:
        state = "skipped" if skipped else "done"
    emit(MARK + "begin " + name)
    for line in lines:
        emit(line)
    if state in ("failed", "crashed", "missing", "timedout"):
        for line in detail.splitlines()[-40:]:
            emit("|" + line)
    emit("%send %s %s %d %d" % (MARK, name, state, 0 if code is None else code, (time.monotonic() - began) * 1000))


def run_one(name):
    for known, _, function, _ in CHECKS:
        if known == name:
            try:
                function()
            except ImportError as error:
                sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
                # Not there at all, or there and broken.
                absent = isinstance(error, ModuleNotFoundError) or "not installed" in str(error)
                sys.exit(3 if absent else 1)
            sys.stdout.flush()
            os._exit(0)  # a runtime that hangs or crashes while it is taken down is no failure of the check


def main():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    number, total = int(sys.argv[3]), int(sys.argv[4])
    try:
        for name, title, _, factor in CHECKS:
            number += 1
            emit("%sstep %d %d %s" % (MARK, number, total, title))
            run_check(name, LIMIT * factor)
    except BrokenPipeError:
        if running is not None:
            end_group(running, signal.SIGKILL)
        os._exit(1)


if sys.argv[3] == "check":
    run_one(sys.argv[4])
else:
    main()
