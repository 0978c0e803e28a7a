"""What is to be run, read from plan.json and checked."""

import json
import os
import re

ACTIONS = ("load", "capture", "compare", "stability", "program", "convert")
DTYPES = ("float64", "float32", "float16", "bfloat16")
INTEGERS = ("int64", "int32", "int16", "int8", "uint8", "bool")
# Used when the plan names no shapes: small, batched, and one row.
DEFAULT_SHAPES = ("2,128,64", "1,32,512", "1,1,512")
DEFAULT_LIMIT = 900
MAX_CASES = 200
MAX_ELEMENTS = 1 << 34


class PlanError(Exception):
    """The plan cannot be carried out as it is; the text says what and where."""


class Argument:
    """One argument of the target: a shape, and an element type of its own where it is not the case's."""

    def __init__(self, text):
        self.text = text.strip()
        shape, _, rest = self.text.partition(":")
        kind, _, bound = rest.partition(":")
        try:
            self.shape = tuple(int(size) for size in shape.split(",") if size.strip() != "")
        except ValueError:
            raise PlanError("shape '%s' is not a list of numbers such as 2,128,64" % text) from None
        if any(size < 0 for size in self.shape):
            raise PlanError("shape '%s' has a negative size" % text)
        count = 1
        for size in self.shape:
            count *= size
        if count > MAX_ELEMENTS:
            raise PlanError("shape '%s' has more than %d elements" % (text, MAX_ELEMENTS))
        self.dtype = kind.strip() or None
        if self.dtype is not None and self.dtype not in DTYPES + INTEGERS:
            raise PlanError("'%s' of shape '%s' is not an element type; choose from %s"
                            % (self.dtype, text, ", ".join(DTYPES + INTEGERS)))
        try:
            self.bound = int(bound) if bound.strip() else 100
        except ValueError:
            raise PlanError("bound '%s' of shape '%s' is not a number" % (bound, text)) from None
        if self.bound < 1:
            raise PlanError("the bound of shape '%s' is below 1" % text)


class Case:
    """One set of inputs: an id, an element type, the arguments; no arguments: the target brings its own."""

    def __init__(self, ident, dtype, arguments, replicate=False):
        self.id = ident
        self.dtype = dtype
        self.arguments = arguments
        self.replicate = replicate  # one shape stands for as many arguments as the target needs


class Plan:
    def __init__(self, action, values):
        self.action = action
        self.values = values
        self.title = text_of(values, "title")
        self.target = text_of(values, "target")
        self.form = text_of(values, "form") or "auto"
        self.seed = int_of(values, "seed", 20240901)
        self.iterations = int_of(values, "iterations", 0)
        self.device = text_of(values, "device") or "auto"
        self.backward = bool(values.get("backward", True))
        self.reference = text_of(values, "reference")
        self.limit = int_of(values, "limitSeconds", DEFAULT_LIMIT)
        self.files = list_of(values, "files")
        self.command = text_of(values, "command")
        self.outputs = list_of(values, "outputs")
        self.shapes = list_of(values, "shapes")
        self.dtypes = list_of(values, "dtypes") or ["float32"]
        self.init = values.get("arguments", {})
        self.state_limit = int_of(values, "stateLimitMiB", 2048) << 20
        self.check()
        self.cases = self.make_cases()

    def check(self):
        if self.action == "convert":
            return
        if self.limit < 1:
            raise PlanError("limitSeconds must be at least 1")
        if self.action == "program":
            if not self.command.strip():
                raise PlanError("the plan has no command")
            return
        if not self.target:
            raise PlanError("the plan has no target; name one as package.module:callable")
        if self.form not in ("auto", "function", "module", "factory"):
            raise PlanError("form must be auto, function, module or factory, not '%s'" % self.form)
        if not re.match(r"^(auto|cpu|cuda(:\d+)?)$", self.device):
            raise PlanError("device must be auto, cpu or cuda, not '%s'" % self.device)
        for dtype in self.dtypes:
            if dtype not in DTYPES:
                raise PlanError("'%s' is not an element type to run in; choose from %s" % (dtype, ", ".join(DTYPES)))
        if not isinstance(self.init, dict):
            raise PlanError("'arguments' must be an object of keyword arguments")
        if self.action == "compare" and not self.reference:
            raise PlanError("compare needs the golden bundle as 'reference'")

    def make_cases(self):
        if self.action in ("convert", "program"):
            return []
        cases = []
        for dtype in self.dtypes:
            if self.shapes:
                cases.append(Case(dtype + "_0", dtype, [Argument(shape) for shape in self.shapes]))
                continue
            for number, shape in enumerate(DEFAULT_SHAPES):
                cases.append(Case("%s_%d" % (dtype, number), dtype, [Argument(shape)], replicate=True))
        if len(cases) > MAX_CASES:
            raise PlanError("more than %d cases" % MAX_CASES)
        return cases

    def case(self, ident):
        for case in self.cases:
            if case.id == ident:
                return case
        raise PlanError("there is no case '%s'" % ident)


def text_of(values, key):
    value = values.get(key, "")
    if not isinstance(value, str):
        raise PlanError("'%s' must be a string" % key)
    return value


def int_of(values, key, otherwise):
    value = values.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int):
        raise PlanError("'%s' must be a whole number" % key)
    return value


def list_of(values, key):
    value = values.get(key, [])
    if not isinstance(value, list) or any(not isinstance(item, str) for item in value):
        raise PlanError("'%s' must be a list of strings" % key)
    return value


def read(action, path, files):
    values = {}
    if path:
        try:
            with open(path, encoding="utf-8") as stream:
                values = json.load(stream)
        except OSError as error:
            raise PlanError("%s cannot be read: %s" % (path, error.strerror)) from None
        except ValueError as error:
            raise PlanError("%s is not JSON: %s" % (path, error)) from None
        if not isinstance(values, dict):
            raise PlanError("%s is not an object" % path)
    elif action != "convert":
        raise PlanError("%s needs --plan FILE" % action)
    if files:
        values = dict(values, files=list(files))
    plan = Plan(action, values)
    if plan.reference and path:
        plan.reference = os.path.join(os.path.dirname(os.path.abspath(path)), plan.reference)
    return plan
