"""A place in which a hostile input is opened: a home folder of its own, limits, and a look at what changed."""

import ctypes
import multiprocessing.util
import os
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 1024 * 1024
# What a command may need beside what the input costs: Qt, the tables and rules are read each time.
BASE_CPU = 4.0
ADDRESS_SPACE = 6144 * MEGABYTE  # stacks and arenas of threads are reserved, not used
MEMORY = 512 * MEGABYTE
LARGEST_FILE = 256 * MEGABYTE
ASLEEP_LIMIT = 12.0  # seconds without any CPU time: it waits for what never comes

LIMITS = "trap '' XFSZ; ulimit -c 0; ulimit -v $1; ulimit -t $2; ulimit -f $3; shift 3; exec \"$@\""


@dataclass
class Outcome:
    """How a program ended."""

    code: int = -1
    signal: int = 0
    out: bytes = b""
    err: bytes = b""
    cpu: float = 0.0
    memory: int = 0
    stopped: str = ""  # why the harness ended it


def processes_of(group):
    """Numbers and CPU ticks of the processes of a session."""
    ticks, running = 0, False
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="latin-1") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == group:
            ticks += int(fields[11]) + int(fields[12])
            running = running or fields[0] in "R"
    return ticks, running


def end_session(group):
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="latin-1") as file:
                    fields = file.read().rpartition(")")[2].split()
                if int(fields[3]) == group:
                    os.kill(int(entry), signal.SIGKILL)
            except OSError:
                pass


REAPER = set()  # this process, once it is one


def become_reaper():
    """What a program leaves running becomes a child of ours, which is cheaper to see than in the list of all."""
    if os.getpid() not in REAPER:
        if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:  # PR_SET_CHILD_SUBREAPER
            raise OSError(ctypes.get_errno(), "prctl")
        REAPER.add(os.getpid())


def is_anything_left():
    """Whether a child of ours, or what was left to us, still runs. What has ended is waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    if os.getpid() not in SERVERS:
        return True
    return children() != [SERVERS[os.getpid()].pid]


def children():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return [int(pid) for pid in file.read().split()]


class StartedOnce:
    """A program that was started once, and of which copies run (startonce.c)."""

    PROGRAM = None  # what it is; nothing: every run is a start of its own
    PRELOAD = ""

    def __init__(self):
        given, self.requests = os.pipe()
        self.answers, answering = os.pipe()
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LD_PRELOAD": self.PRELOAD,
                       "STARTONCE_REQUESTS": str(given), "STARTONCE_ANSWERS": str(answering)}
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        child = subprocess.Popen([self.PROGRAM], env=environment, stdin=subprocess.DEVNULL, pass_fds=(given, answering))
        self.pid = child.pid
        child.returncode = 0  # end() waits for it
        os.close(given)
        os.close(answering)
        multiprocessing.util.Finalize(None, StartedOnce.end, exitpriority=1)

    @staticmethod
    def end():
        """Waits for it, so that its time counts."""
        server = SERVERS.pop(os.getpid(), None)
        if server:
            os.close(server.requests)
            os.close(server.answers)
            os.waitpid(server.pid, 0)

    @classmethod
    def use(cls, program, *libraries):
        """From now on copies of `program` run, where its libraries and what the system tells allow it."""
        if all(os.path.exists(library) for library in libraries) and os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
            cls.PROGRAM, cls.PRELOAD = str(program), ":".join(map(str, libraries))

    @classmethod
    def of_this_process(cls):
        if os.getpid() not in SERVERS:
            SERVERS[os.getpid()] = cls()
        return SERVERS[os.getpid()]

    def start(self, argv, folder, environment, out, err, seconds):
        """The number of a process, which is a child of ours."""
        texts = [folder, out, err, ADDRESS_SPACE, seconds, LARGEST_FILE, len(argv), *argv,
                 *(f"{name}={value}" for name, value in environment.items())]
        request = b"".join((text if isinstance(text, bytes) else os.fsencode(str(text))) + b"\0" for text in texts)
        view = memoryview(len(request).to_bytes(4, sys.byteorder) + request)
        while view:
            view = view[os.write(self.requests, view):]
        pid = int.from_bytes(os.read(self.answers, 4), sys.byteorder, signed=True)
        if pid <= 0:
            raise OSError("the program that was started once started no copy")
        return pid


SERVERS = {}  # by process: workers have their own


def forget_peak():
    """A program begins in the memory of the process that starts it, and the system counts the most that one ever had as
    the program's: what making an input took was taken for what opening it takes."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    except OSError:  # a system without it counts more
        pass


def run_limited(argv, folder, environment, scratch, cpu, wall, sanitized=False, stdout=None):
    """Runs a program in `folder`; what it says goes through files in `scratch`."""
    factor = 6 if sanitized else 1
    space = "unlimited" if sanitized else str(ADDRESS_SPACE // 1024)
    limited = ["/bin/sh", "-c", LIMITS, "limits", space, str(int(cpu * factor * 1.5) + 3), str(LARGEST_FILE // 512)]
    scratch.mkdir(parents=True, exist_ok=True)
    out, err = scratch / "out", scratch / "err"
    result = Outcome()
    become_reaper()
    if argv[0] == StartedOnce.PROGRAM and not sanitized:
        child = StartedOnce.of_this_process().start(argv, folder, environment, stdout or out, err, int(cpu * 1.5) + 3)
    else:
        forget_peak()
        with open(stdout or out, "wb") as out_file, open(err, "wb") as err_file:
            started = subprocess.Popen(
                [*limited, *argv], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out_file, stderr=err_file,
                start_new_session=True,
            )
        started.returncode = 0  # waited for below
        child = started.pid
    began = awake = time.monotonic()
    ticks = -1
    descriptor = os.pidfd_open(child)
    ended = select.poll()
    ended.register(descriptor, select.POLLIN)
    while True:
        ended.poll(1000)
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            break
        now = time.monotonic()
        if now - began > 2:
            used, running = processes_of(child)
            if used != ticks or running:
                ticks, awake = used, now
            if now - awake > ASLEEP_LIMIT:
                result.stopped = f"hangs: no work for {ASLEEP_LIMIT:.0f} s"
            elif now - began > wall:
                result.stopped = f"did not end within {wall:.0f} s"
            if result.stopped:
                end_session(child)
                pid, status, usage = os.wait4(child, 0)
                break
    os.close(descriptor)
    if is_anything_left():
        end_session(child)
        is_anything_left()
    result.code = os.waitstatus_to_exitcode(status)
    if result.code < 0:
        result.signal = -result.code
    result.cpu = (usage.ru_utime + usage.ru_stime) / factor
    result.memory = usage.ru_maxrss * 1024
    result.out = out.read_bytes() if stdout is None else b""
    result.err = err.read_bytes()
    return result


def processor_seconds():
    """Of this process and of all that it waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


DATABASE = (b"-journal", b"-wal", b"-shm")


def entry_of(name, status, link):
    """What tells a changed file: the change time cannot be set back. In a folder's times shows a file that was made
    and removed again. A file with two names changes when it loses one, and SQLite run by root sets the owner of
    what stands beside a database, which changes nothing else."""
    other = stat.S_ISREG(status.st_mode) and status.st_nlink > 1 or name.endswith(DATABASE)
    return (status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, 0 if other else status.st_ctime_ns, link)


def snapshot(root):
    """Every path below `root` with what tells a change; by descriptor, so that depth does not matter."""
    entries = {}

    def walk(folder, prefix):
        names = os.listdir(folder)
        for name in names:
            name = os.fsencode(name)
            path = prefix + b"/" + name
            try:
                status = os.lstat(name, dir_fd=folder)
            except OSError:
                continue
            link = os.readlink(name, dir_fd=folder) if stat.S_ISLNK(status.st_mode) else b""
            entries[path] = entry_of(name, status, link)
            if stat.S_ISDIR(status.st_mode):
                pending.append(path)

    root = os.fsencode(str(root))
    entries[b""] = entry_of(b"", os.lstat(root), b"")
    pending = [b""]
    last, here = b"", open_below(root, b"")
    while pending:
        relative = pending.pop()
        above, _, name = relative.rpartition(b"/")
        try:
            if name and above == last:  # the way down from the top would be long
                descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            else:
                descriptor = open_below(root, relative)
        except OSError:
            continue
        os.close(here)
        last, here = relative, descriptor
        walk(here, last)
    os.close(here)
    return entries


def open_below(root, relative):
    """A folder below another, however deep."""
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    if len(relative) < 3000:
        if relative:
            deeper = os.open(relative[1:], os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
            os.close(descriptor)
            return deeper
        return descriptor
    for part in relative[1:].split(b"/"):
        deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = deeper
    return descriptor


def changes(before, after):
    """Paths that are new, gone or different, as text."""
    lines = []
    for path in sorted(set(before) | set(after)):
        one, other = before.get(path), after.get(path)
        if one and other and not (one[4] and other[4]):  # the change time does not count
            one, other = one[:4] + one[5:], other[:4] + other[5:]
        if one != other:
            kind = "new" if path not in before else "gone" if path not in after else "changed"
            lines.append((kind, path))
    return lines


@dataclass
class Box:
    """The folders of one input. `home` is the user's, `repository` lies in it, `outside` is where links lead."""

    root: Path
    name: str
    home: Path = field(init=False)
    outside: Path = field(init=False)
    tmp: Path = field(init=False)
    out: Path = field(init=False)
    programs: Path = field(init=False)

    def __post_init__(self):
        self.root = self.root / self.name[:60]
        self.home = self.root / "home"
        self.outside = self.root / "outside"
        self.tmp = self.root / "tmp"
        self.out = self.root / "out"
        self.programs = self.root / "programs"
        for folder in (self.home, self.outside, self.tmp, self.out, self.programs, self.root / "xdg",
            self.root / "scratch"):
            folder.mkdir(parents=True)
        (self.root / "xdg" / "runtime").mkdir(mode=0o700)
        (self.home / "notes.txt").write_text("what the user wrote\n")
        (self.home / ".bashrc").write_text("# the user's\n")
        (self.home / ".ssh").mkdir(mode=0o700)
        (self.home / ".ssh" / "id").write_text("a key\n")
        (self.outside / "file.txt").write_text("outside\n")
        (self.outside / "folder").mkdir()
        self.repository = self.home / "src" / "repository"
        self.repository.mkdir(parents=True)
        # The name works without a slash, for what can only be a file name.
        pwn = self.programs / "pwn"
        pwn.write_text(f"#!/bin/sh\n: > '{self.sentinel}'\n")
        pwn.chmod(0o755)

    @property
    def sentinel(self):
        """Is there when something of the input was run."""
        return self.root / "RUN"

    @property
    def payload(self):
        """A command that leaves the sentinel."""
        return f"touch {self.sentinel}"

    def environment(self):
        xdg = self.root / "xdg"
        values = {
            "HOME": self.home, "TMPDIR": self.tmp, "PATH": f"{self.programs}:/usr/local/bin:/usr/bin:/bin",
            "XDG_CONFIG_HOME": xdg / "config", "XDG_DATA_HOME": xdg / "data", "XDG_CACHE_HOME": xdg / "cache",
            "XDG_STATE_HOME": xdg / "state", "XDG_RUNTIME_DIR": xdg / "runtime", "LC_ALL": "C.UTF-8",
            "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "qt.qpa.*=false", "TERM": "xterm-256color",
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        if "LD_LIBRARY_PATH" in os.environ:
            values["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        return {name: str(value) for name, value in values.items()}

    def left_in_tmp(self):
        return sorted(os.listdir(self.tmp))

    def remove(self):
        remove_tree(self.root)


def remove_tree(root):
    """rm copes with folders that are too deep for Python, or may not be entered."""
    try:
        shutil.rmtree(root)  # a program for each input would take longer than the removal
        return
    except (OSError, RecursionError):
        pass
    subprocess.run(["chmod", "-R", "u+rwX", "--", str(root)], check=False, stderr=subprocess.DEVNULL) \
        if os.geteuid() != 0 else None
    subprocess.run(["rm", "-rf", "--", str(root)], check=False)


def copy_tree(source, target):
    """As it is: links, pipes and holes stay what they are."""
    subprocess.run(["cp", "-a", "--sparse=always", "--", str(source), str(target)], check=False, stderr=subprocess.DEVNULL)


def workplace():
    """Where inputs are made: in memory where there is room, since most of them are thousands of small files; else where
    temporary files go."""
    memory = "/dev/shm"
    try:
        room = os.statvfs(memory)
        if os.access(memory, os.W_OK | os.X_OK) and room.f_bavail * room.f_frsize > 2048 * MEGABYTE:
            return memory
    except OSError:
        pass
    return None


def has(program):
    return shutil.which(program) is not None
