"""What is run on each kind of input, and with which right to change something."""

import json
import os
import stat
import zlib
from dataclasses import dataclass, field

from sandbox import copy_tree, has

# As the real one: it says its release, and what it is given goes through a shell.
NVCC = """#!/bin/sh
[ "$1" = --version ] && { echo 'Cuda compilation tools, release 12.0, V12.0.1'; exit 0; }
out=/dev/stdout; line=:; previous=
for word; do
    [ "$previous" = -o ] && out=$word
    previous=$word; line="$line $word"
done
sh -c "$line" >/dev/null 2>&1
cat -- "$previous" 2>/dev/null | tr -d '\\0' >"$out"
"""
CLANG = """#!/bin/sh
[ "$1" = --version ] && { echo 'stand-in clang 1.0'; exit 0; }
exit 0
"""
CODE = (b".cu", b".cuh", b".cpp", b".h")


@dataclass
class Command:
    """A call of the program. `form` says what its standard output is."""

    name: str
    arguments: list
    form: str = "text"  # text, json, sarif, raw
    writes: bool = False  # may change files of the repository
    node: bool = False  # a node on this machine takes files of the input
    notes: bool = False  # says more than the error on standard error
    cpu: float = 0.0  # beside the usual
    before: object = None  # run first, not measured
    codes: tuple = (0, 1, 2, 3)
    stdout: str = ""
    environment: dict = field(default_factory=dict)


def stand_ins(box):
    """Compilers in a folder of their own, not in the PATH."""
    folder = box.root / "compilers"
    if not folder.exists():
        (folder / "rocm" / "include" / "hip").mkdir(parents=True)
        (folder / "rocm" / "include" / "hip" / "hip_runtime.h").write_text("")
        (folder / "rocm" / "include" / "hip" / "hip_version.h").write_text("#define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 0\n")
        for name, words in (("nvcc", NVCC), ("clang++", CLANG)):
            (folder / name).write_text(words)
            (folder / name).chmod(0o755)
    return folder


def size_of(folder, limit=200_000):
    """Bytes of text that a command may have to read: holes do not count, and files of data neither."""
    total, pending = 0, [os.fsencode(str(folder))]
    while pending and limit > 0:
        try:
            entries = list(os.scandir(pending.pop()))
        except OSError:
            continue
        for entry in entries:
            limit -= 1
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:  # deeper than a path may be long
                continue
            if stat.S_ISDIR(status.st_mode) and entry.name != b".git":
                pending.append(entry.path)
            elif stat.S_ISREG(status.st_mode):
                total += min(status.st_size, status.st_blocks * 512)
    return total


def repository_commands(box, _made):
    root = str(box.repository)
    copy = box.root / "copy"
    compilers = stand_ins(box)
    gate = ["--compiler", str(compilers / "clang++"), "--rocm-path", str(compilers / "rocm")]
    yield Command("scan", ["scan", root], notes=True)
    yield Command("scan json", ["scan", root, "--format", "json"], "json", notes=True)
    yield Command("scan sarif", ["scan", root, "--format", "sarif"], "sarif", notes=True)
    yield Command("plan", ["plan", root], notes=True)
    yield Command("plan --install", ["plan", "--install", root], notes=True)
    yield Command("propose patch", ["propose", root], "raw", notes=True)
    yield Command("propose json", ["propose", root, "--format", "json"], "json", notes=True)
    yield Command("verify static", ["verify", "static", root], notes=True)
    yield Command("verify build", ["verify", "build", root, *gate], notes=True, cpu=2)
    yield Command("rules", ["rules", root], notes=True)
    if os.path.lexists(box.repository / ".rocport" / "rules"):
        yield Command("rules --trust", ["rules", root, "--trust"], notes=True, cpu=4)
        yield Command("scan --trust-packs", ["scan", root, "--trust-packs"], notes=True, cpu=8)
    # Sent to the folder of a node on this machine, and run there.
    yield Command("run --tree --record", ["run", "local", "--tree", root, "--record", str(box.out / "run"), "--", "true"],
        notes=True, node=True, cpu=2)
    if has("bwrap"):
        yield Command("verify build --whole", ["verify", "build", root, "--whole", *gate], notes=True, cpu=6)
    yield Command("translate", ["translate", root, "-o", str(box.out / "translated")], notes=True)
    yield Command("isolation folders", ["isolation", "--original", root, "--ported", root, "--format", "json"], "json")
    if os.path.lexists(box.repository / ".git") or os.path.lexists(box.repository / "HEAD"):
        yield Command("isolation range", ["isolation", root, "original..port", "--each"])
    yield Command("propose --write", ["propose", root, "--write", "--flag-module", "pkg.sub.rocm"], writes=True,
        notes=True,
                  before=lambda: copy_tree(box.repository, copy))
    pair = ["--original", str(copy), "--ported", root]
    yield Command("isolation --compile", ["isolation", *pair, "--compile", "--nvcc", str(compilers / "nvcc"),
        "--python", "/usr/bin/python3"], cpu=4)


def text_commands(box, made):
    """Those of a repository; and every file of code by itself."""
    yield from repository_commands(box, made)
    for name in made:
        if name.endswith(CODE):
            path = os.fsencode(str(box.repository)) + b"/" + name
            yield Command("translate file", [b"translate", b"--", path], "raw", notes=True)
            yield Command("isolation files", [b"isolation", b"--original", path, b"--ported", path])


def pack_commands(box, made):
    packs = [os.fsencode(str(box.repository)) + b"/" + name for name in made]
    yield Command("rules --check", [b"rules", b"--check", *packs], notes=True, cpu=6)
    yield Command("rules --new", [b"rules", b"--new", packs[0]], notes=True, codes=(2, 3))  # it is there already
    user = box.root / "xdg" / "config" / "rocport" / "rules"

    def install():
        user.mkdir(parents=True, exist_ok=True)
        for pack in packs:
            copy_tree(os.fsdecode(pack), user)

    yield Command("scan with own packs", ["scan", str(box.outside / "folder")], notes=True, before=install, cpu=4)


def project_commands(box, made):
    project = str(made)
    compilers = stand_ins(box)
    for form in ("md", "html", "json", "sarif"):
        yield Command(f"report {form}", ["report", project, "--format", form],
            {"md": "text", "html": "raw"}.get(form, form), notes=True)
    yield Command("report patches", ["report", project, "--format", "patches", "-o", str(box.out / "patches")],
        notes=True)
    yield Command("verify static --project", ["verify", "static", "--project", project], notes=True)
    yield Command("verify build --project",
        ["verify", "build", "--project", project, "--compiler", str(compilers / "clang++"),
                                             "--rocm-path", str(compilers / "rocm")], notes=True)
    yield Command("run --dry-run", ["run", "local", "--project", project, "--dry-run", "--", "true"], notes=True)
    yield Command("run --project --detach", ["run", "local", "--project", project, "--detach", "--", "true"], notes=True,
        node=True, cpu=2)


def verified_run(box, made):
    """A real run on this machine: what the program leaves is hostile, or what it is compared with."""
    folder = box.out / "verified"
    tree, reference = folder / "tree", folder / "reference"
    tree.mkdir(parents=True, exist_ok=True)
    reference.mkdir(exist_ok=True)
    good = box.home / "reference.safetensors"
    if os.path.isdir(made):
        name, reference = "x.safetensors", made
        copy_tree(good, tree / name)
    elif os.path.isfile(made) and not os.path.islink(made) and os.stat(made).st_size < 16 * 1024 * 1024:
        name = os.path.basename(made)
        copy_tree(made, tree / name)
        copy_tree(good, reference / name)
    else:
        return  # sources are files of such a size
    yield Command("verify golden, run", ["verify", "golden", "local", "--tree", str(tree), "--command", "true", "--output-file", name,
        "--reference", str(reference)], notes=True, node=True, cpu=2)


def tensor_commands(box, made):
    more = []
    if (box.home / "tolerances.json").exists():
        more = ["--tolerances", str(box.home / "tolerances.json")]
    pair = [str(box.home / "reference.safetensors"), str(made), *more]
    yield Command("verify compare", ["verify", "compare", *pair])
    yield Command("verify compare json", ["verify", "compare", *pair, "--format", "json"], "json")
    if os.path.isdir(made):
        for level in ("golden", "load", "stability", "capture"):
            yield Command(f"verify {level}", ["verify", level, "local", "--target", "m:f", "--shape", "2", "--reference", str(made),
                "--dry-run"], notes=True)
    yield from verified_run(box, made)


def node_commands(box, _made):
    yield Command("run --dry-run", ["run", "n1", "--dry-run", "--", "true"], notes=True)
    yield Command("probe", ["probe", "no-such-name.invalid"], notes=True, environment={"PATH": str(box.programs)})


def recording_commands(box, made):
    good = box.out / "good.txt"
    good.write_bytes(b"ROCk module is loaded\nHSA Agents\n*******\nAgent 1\n  Name: gfx942\n  Device Type: GPU\n")
    yield Command("probe --compare", ["probe", "--recorded", str(good), "--compare", str(made)], notes=True)
    for form in ("text", "json"):
        yield Command(f"probe --recorded {form}", ["probe", "--recorded", str(made), "--format", form], form)


# What every input of a kind meets, and how many of the other commands, which read it in the same way, it meets
# besides: these take turns over the inputs. With `run --every` each meets all.
ALWAYS = {
    # propose reads what scan reads, in the same way.
    "repository": (("scan --trust-packs", "rules --trust", "propose --write", "isolation range"), 1),
    "text": (("scan", "translate", "propose --write", "isolation range", "isolation --compile", "verify static",
        "translate file", "isolation files"), 2),
    "project": (("report md", "verify build --project"), 1),
    "tensor": (("verify golden", "verify load", "verify stability", "verify capture"), 1),
}


def commands_for(case, box, made, every):
    """The commands for an input."""
    found = list(COMMANDS[case.kind](box, made))
    if case.only:
        found = [command for command in found if command.name in case.only]
    elif not every and case.kind in ALWAYS:
        always, turns = ALWAYS[case.kind]
        others = [command for command in found if command.name not in always]
        first = zlib.crc32((case.group or case.name).encode())
        now = {others[(first + turn) % len(others)].name for turn in range(turns)}
        found = [command for command in found if command.name in always or command.name in now]
    if not any(command.name == "isolation --compile" for command in found):
        for command in found:
            if command.name == "propose --write":
                command.before = None  # nobody compares with the original
    return found


COMMANDS = {
    "repository": repository_commands, "text": text_commands, "pack": pack_commands, "project": project_commands,
    "tensor": tensor_commands, "nodes": node_commands, "recording": recording_commands,
}


def parsed(form, out):
    """What is wrong with JSON; nothing when it is right."""
    try:
        document = json.loads(out.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        return f"standard output is no JSON: {error}"
    if form == "sarif" and (document.get("version") != "2.1.0" or not isinstance(document.get("runs"), list)):
        return "standard output is no SARIF 2.1.0"
    return ""
