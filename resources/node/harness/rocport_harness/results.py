"""Lines of results: one JSON object each, on disk before the next thing begins."""

import json
import math
import os
import time
import traceback

NAME = "harness.jsonl"
MAX_TEXT = 4000


def clean(value, depth=0):
    """Only what JSON can say: NaN and Inf become texts, long texts are cut, deep values too."""
    if depth > 8:
        return None
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else ("nan" if value != value else ("inf" if value > 0 else "-inf"))
    if isinstance(value, dict):
        return {str(key): clean(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item, depth + 1) for item in value]
    return str(value)[:MAX_TEXT]


def write(out, kind, **values):
    """Appends one line. Parent and child write to the same file, a whole line at a time."""
    record = {"kind": kind}
    record.update(clean(values))
    line = (json.dumps(record, ensure_ascii=True) + "\n").encode("ascii")
    handle = os.open(os.path.join(out, NAME), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        while line:
            line = line[os.write(handle, line):]
        os.fsync(handle)
    finally:
        os.close(handle)
    if kind == "check":
        print("%-8s %s%s" % (record["state"], record["name"],
                             ": " + record["detail"] if record.get("detail") else ""), flush=True)


class Plain(Exception):
    """An error whose text says all there is to say."""


class Failed(Exception):
    """A check failed; the text is its detail."""


class Skipped(Exception):
    """A check could not be made; the text says why."""


class Check:
    """`with Check(out, id, name) as check:` writes the beginning, and the outcome at the end. What goes
    wrong inside is the check's failure; `check.failed` says so afterwards, and nothing is raised."""

    def __init__(self, out, ident, name, explain=None):
        self.out, self.id, self.name, self.explain = out, ident, name, explain
        self.detail = ""
        self.data = {}
        self.state = "passed"

    @property
    def failed(self):
        return self.state != "passed"

    def __enter__(self):
        write(self.out, "begin", id=self.id, name=self.name)
        self.start = time.monotonic()
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and not issubclass(kind, Exception) and kind is not SystemExit:
            return False
        if isinstance(error, Skipped):
            self.state, self.detail = "skipped", str(error)
        elif isinstance(error, Failed):
            self.state, self.detail = "failed", str(error)
        elif error is not None:
            if not isinstance(error, Plain):
                traceback.print_exception(kind, error, trace)
            self.state = "failed"
            self.detail = self.explain(error) if self.explain else sentence(error)
        write(self.out, "check", id=self.id, name=self.name, state=self.state, detail=self.detail,
              elapsedMs=int((time.monotonic() - self.start) * 1000), data=self.data)
        return True


def counted(number, one):
    return "%d %s%s" % (number, one, "" if number == 1 else "s")


def sentence(error):
    """The last line of an exception, for people."""
    if isinstance(error, Plain):
        return str(error)
    text = str(error).strip().split("\n")[0]
    name = type(error).__name__
    return "%s: %s" % (name, text) if text else name


def read(out):
    """Records so far; a line that is cut off is left out."""
    records = []
    try:
        with open(os.path.join(out, NAME), encoding="utf-8", errors="replace") as stream:
            for line in stream:
                try:
                    records.append(json.loads(line))
                except ValueError:
                    continue
    except OSError:
        pass
    return records
