# Compares what this Python compiles two texts to. Standard input: three lengths in one line, then
# the bytes of the original, of the projection and of the ported file. Nothing of them is run or
# imported. Standard output: one line of JSON. Python 3.8 or later.
import sys


def limit():
    try:
        import resource

        for what, value in ((resource.RLIMIT_AS, 2 << 30), (resource.RLIMIT_CPU, 60)):
            hard = resource.getrlimit(what)[1]
            if hard == resource.RLIM_INFINITY or hard > value:
                resource.setrlimit(what, (value, hard))
    except (ImportError, OSError, ValueError):
        pass


limit()

import ast
import json
import struct
import types
import warnings

warnings.simplefilter("ignore")

FIELDS = (
    ("co_name", "name"),
    ("co_qualname", "qualified name"),
    ("co_argcount", "number of arguments"),
    ("co_posonlyargcount", "number of positional arguments"),
    ("co_kwonlyargcount", "number of keyword arguments"),
    ("co_flags", "flags"),
    ("co_code", "instructions"),
    ("co_names", "names"),
    ("co_varnames", "variables"),
    ("co_freevars", "free variables"),
    ("co_cellvars", "cell variables"),
    ("co_exceptiontable", "exception table"),
)


def key(value):
    """Equal for constants of the same type and value only."""
    kind = type(value).__name__
    if isinstance(value, float):
        return (kind, struct.pack("<d", value))
    if isinstance(value, complex):
        return (kind, struct.pack("<dd", value.real, value.imag))
    if isinstance(value, tuple):
        return (kind, tuple(key(one) for one in value))
    if isinstance(value, frozenset):
        return (kind, tuple(sorted((key(one) for one in value), key=repr)))
    if isinstance(value, slice):
        return (kind, key((value.start, value.stop, value.step)))
    if isinstance(value, types.CodeType):
        return (kind,)
    return (kind, value)


def shown(value):
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def where(code):
    name = getattr(code, "co_qualname", code.co_name)
    return "the module" if name == "<module>" else name


def constants(left, right):
    if len(left.co_consts) != len(right.co_consts):
        return "number of constants"
    for one, other in zip(left.co_consts, right.co_consts):
        if key(one) != key(other):
            return "constant %s, now %s" % (shown(one), shown(other))
    return None


def compare(left, right):
    """What differs first, or how many code objects are equal."""
    pending = [(left, right)]
    count = 0
    while pending:
        one, other = pending.pop()
        count += 1
        what = constants(one, other)
        for field, name in FIELDS:
            if what is None and getattr(one, field, None) != getattr(other, field, None):
                what = name
        if what is not None:
            return {"what": what, "where": where(one), "line": one.co_firstlineno}
        for inner, twin in zip(one.co_consts, other.co_consts):
            if isinstance(inner, types.CodeType):
                pending.append((inner, twin))
    return {"objects": count}


def compiled(text):
    return compile(text, "<file>", "exec", dont_inherit=True, optimize=0)


def flat(text):
    """Likewise, as if all of it stood in one place."""
    tree = compile(text, "<file>", "exec", ast.PyCF_ONLY_AST, True)
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
    return compile(tree, "<file>", "exec", dont_inherit=True, optimize=0)


def problem(error):
    text = str(getattr(error, "msg", None) or error) or type(error).__name__
    line = getattr(error, "lineno", None)
    return {"problem": shown(text)[1:-1], "line": line or 0}


def run():
    version = "%d.%d.%d" % sys.version_info[:3]
    data = sys.stdin.buffer.read()
    head, _, data = data.partition(b"\n")
    sizes = [int(one) for one in head.split()]
    texts = []
    for size in sizes:
        texts.append(data[:size])
        data = data[size:]
    result = {"version": version}
    codes = []
    for side, text in zip(("original", "projection", "ported"), texts):
        try:
            codes.append(compiled(text))
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError,
                LookupError, UnicodeError) as error:
            result.update(problem(error))
            result["side"] = side
            # Only a text that cannot be right for any reader says something about the edit.
            result["limits"] = isinstance(error, (RecursionError, MemoryError))
            return result
    result.update(compare(codes[0], codes[1]))
    if "what" in result and result["what"] in ("instructions", "exception table",
                                               "number of constants"):
        try:
            again = compare(flat(texts[0]), flat(texts[1]))
        except (RecursionError, MemoryError, ValueError, SyntaxError):
            again = {}
        if "objects" in again:
            for name in ("what", "where", "line"):
                del result[name]
            result.update(again)
            result["flat"] = True
    return result


print(json.dumps(run()))
