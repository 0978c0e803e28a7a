"""Takes the ROCm arms out of a file, so that the CUDA original that was ported is left.

C, C++ and CUDA: conditionals over macros that only a ROCm build defines. CMake: the same
for variables. Python: `if`, conditional expressions, `and` and `or` over names that are
true on ROCm only. What a condition says beside such a name stays: of
`#if defined(USE_ROCM) || CUDA_VERSION < 9000`, `#if CUDA_VERSION < 9000` is left. Lines
that no rule can know (an option, an import, a list) are cut by number.

Each arm that was taken out is a place: the lines of the result that stand in its stead
(first, last), 1-based, both inclusive. Where nothing does, both are the line after the
gap; where an arm stood behind another, the place is that other arm.
"""

import ast
import io
import re
import tokenize

MACROS = [
    "USE_ROCM",
    "USE_HIP",
    "__HIP_PLATFORM_AMD__",
    "__HIP_PLATFORM_HCC__",
    "__HIPCC__",
    "__HIP__",
    "__HIP_DEVICE_COMPILE__",
]
NAMES = [
    "torch.version.hip",
    "is_rocm",
    "is_hip()",
    "is_rocm()",
    "_is_hip",
    "_is_rocm",
    "IS_ROCM",
    "IS_HIP",
    "IS_HIP_EXTENSION",
]


class Text:
    """Lines, and the places in them, which move as other lines are put in."""

    def __init__(self, text):
        self.lines = text.splitlines(keepends=True)
        self.places = []

    def text(self):
        return "".join(self.lines)

    def replace(self, first, last, lines, kept=None):
        """Puts `lines` in the stead of the lines first to last (0-based, inclusive), and
        marks a place in them: (first, last) within `lines`; none marks nothing."""
        gone, come = last - first + 1, len(lines)

        def moved(line):
            if line > last:
                return line + come - gone
            return min(line, first + max(come - 1, 0)) if line >= first else line

        self.places = [(moved(one), moved(other)) for one, other in self.places]
        self.lines[first : last + 1] = lines
        if kept is not None:
            self.places.append((first + kept[0], first + max(kept[0], kept[1])))

    def result(self):
        """The text, and its places in order without those that are there twice."""
        end = max(len(self.lines) - 1, 0)
        places = sorted(
            {(min(one, end) + 1, min(other, end) + 1) for one, other in self.places}
        )
        return self.text(), places


# ---- conditions: True, False, or the text that is left


def _split(text, operator):
    """Splits at an operator outside of brackets."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        if text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            depth -= 1
        elif depth == 0 and text.startswith(operator, at):
            parts.append(text[start:at])
            at += len(operator)
            start = at
            continue
        at += 1
    return parts + [text[start:]]


def _enclosed(text):
    """What one pair of brackets encloses, if that is the whole text."""
    if not text.startswith("(") or not text.endswith(")"):
        return None
    depth = 0
    for at, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and at < len(text) - 1:
            return None
    return text[1:-1]


def _joined(parts, operator, absorbing):
    left = []
    for part in parts:
        if part is absorbing:
            return absorbing
        if isinstance(part, str):
            left.append(part)
    return operator.join(left) if left else not absorbing


def reduced(condition, known, words=("||", "&&", "!")):
    """A condition of C or CMake with what is known of its names: `known` has True or False
    for a name. Returns True, False, or the text that is left: all of it where nothing is
    known."""
    either, both, negation = words
    text = condition.strip()
    for operator, absorbing in ((either, True), (both, False)):
        parts = _split(text, operator)
        if len(parts) > 1:
            values = [reduced(part, known, words) for part in parts]
            if all(value == part.strip() for value, part in zip(values, parts)):
                return text
            return _joined(values, f" {operator.strip()} ", absorbing)
    if text.startswith(negation) and not text.startswith("!="):
        inner = text[len(negation) :].strip()
        value = reduced(inner, known, words)
        if isinstance(value, bool):
            return not value
        return text if value == inner else negation + value
    inner = _enclosed(text)
    if inner is not None:
        value = reduced(inner, known, words)
        if isinstance(value, bool):
            return value
        return text if value == inner.strip() else f"({value})"
    name = re.sub(r"^(?:defined\s*\(?|DEFINED\s+|\$\{)\s*(\w+)\s*[)}]?$", r"\1", text)
    return known.get(re.sub(r"\s*==\s*1$", "", name), text)


# ---- C and CMake: arms between lines


def _c_directive(lines, at):
    match = re.match(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)", lines[at], re.S)
    if not match:
        return None
    last, rest = at, match[2]
    while rest.rstrip("\n").endswith("\\") and last + 1 < len(lines):
        last += 1
        rest = rest.rstrip("\n")[:-1] + lines[last]
    rest = re.sub(r"/\*.*?\*/|//.*", "", rest, flags=re.S).strip()
    word = match[1]
    if word in ("ifdef", "ifndef"):
        rest = f"{'!' if word == 'ifndef' else ''}defined({rest.split()[0]})"
    return word, re.sub(r"\bnot\b", "!", " ".join(rest.split())), last


def _cmake_directive(lines, at):
    match = re.match(r"\s*(if|elseif|else|endif)\s*\((.*)", lines[at], re.I | re.S)
    if not match:
        return None
    last, rest = at, match[2]
    while rest.count("(") >= rest.count(")") and last + 1 < len(lines):
        last += 1
        rest += lines[last]
    word = match[1].lower().replace("elseif", "elif")
    return word, " ".join(rest[: rest.rindex(")")].split()), last


def _find_block(lines, directive, start):
    """The first conditional at or after a line: its directives as (word, condition, first,
    last), with those within left out. Of one that has no end (the guard of a header whose
    first part only is read), its first directive."""
    at, open_block = start, []
    depth = 0
    while at < len(lines):
        found = directive(lines, at)
        if not found:
            at += 1
            continue
        word, condition, last = found
        if word in ("if", "ifdef", "ifndef"):
            depth += 1
        if depth == 1:
            open_block.append((word, condition, at, last))
        if word == "endif" and depth:
            depth -= 1
            if depth == 0:
                return open_block
        at = last + 1
    return open_block[:1]


def _written(language, word, condition, model):
    indent = re.match(r"\s*", model)[0]
    if language == "c":
        single = re.fullmatch(r"(!?)\s*defined\s*\(?\s*(\w+)\s*\)?", condition)
        if word == "if" and single:
            return f"{indent}#if{'n' if single[1] else ''}def {single[2]}\n"
        return f"{indent}#{word} {condition}\n"
    name = {"if": "if", "elif": "elseif"}[word]
    space = " " if re.match(r"\s*\w+\s+\(", model) else ""
    return f"{indent}{name}{space}({condition})\n"


def _fold_blocks(text, language, known):
    directive = _c_directive if language == "c" else _cmake_directive
    words = ("||", "&&", "!") if language == "c" else (" OR ", " AND ", "NOT ")
    start = 0
    while True:
        block = _find_block(text.lines, directive, start)
        if not block:
            return
        if len(block) == 1:
            word, condition, at, last = block[0]
            left = reduced(
                condition,
                {name: False for name in known if known[name] is False},
                words,
            )
            if isinstance(left, str) and left != condition:
                text.replace(
                    at, last, [_written(language, "if", left, text.lines[at])], (0, 0)
                )
                last = at
            start = last + 1
            continue
        first, end = block[0][2], block[-1][3]
        arms = []
        for (word, condition, at, last), following in zip(block, block[1:]):
            value = True if word == "else" else reduced(condition, known, words)
            arms.append((word, condition, value, at, last, following[2]))
        if all(
            value == condition or word == "else" for word, condition, value, *_ in arms
        ):
            start = block[0][3] + 1
            continue
        lines, spans, open_arms, arm_before = [], [], 0, 0
        for word, condition, value, at, last, after in arms:
            if value is False:
                if open_arms:
                    spans.append((arm_before, len(lines)))
                continue
            arm_before = len(lines)
            body = text.lines[last + 1 : after]
            if value is True:
                if open_arms and word != "else":
                    spans.append((len(lines), len(lines) + len(body)))
                elif not open_arms:
                    spans.append((0, len(body) - 1))
                if open_arms:
                    lines.append(
                        re.match(r"\s*", text.lines[at])[0]
                        + ("#else\n" if language == "c" else "else()\n")
                    )
                lines += body
                break
            kind = "elif" if open_arms else "if"
            changed = value != condition or (kind == "if") != (
                word in ("if", "ifdef", "ifndef")
            )
            if changed:
                spans.append((len(lines), len(lines)))
                lines.append(_written(language, kind, value, text.lines[at]))
            else:
                lines += text.lines[at : last + 1]
            lines += body
            open_arms += 1
        if open_arms:
            lines += text.lines[block[-1][2] : end + 1]
        # Arms within are marked when their turn comes.
        whole = spans if spans else [(0, 0)]
        text.replace(first, end, lines, (whole[0][0], whole[-1][1]))
        start = first


# ---- Python


class _Conditions(ast.NodeVisitor):
    """Finds the first part of a tree that the known names settle."""

    def __init__(self, source, known):
        self.source, self.known, self.edit = source, known, None

    def value(self, node):
        """True or False where a condition is settled, else none."""
        text = ast.unparse(node)
        if text in self.known:
            return self.known[text]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.value(node.operand)
            return None if inner is None else not inner
        if (
            isinstance(node, ast.Compare)
            and len(node.ops) == 1
            and isinstance(node.comparators[0], ast.Constant)
        ):
            inner = self.value(node.left)
            if node.comparators[0].value is None and inner is not None:
                return inner if isinstance(node.ops[0], ast.IsNot) else not inner
        if isinstance(node, ast.Call) and text.startswith("bool("):
            return self.value(node.args[0])
        if isinstance(node, ast.BoolOp):
            values = [self.value(part) for part in node.values]
            absorbing = isinstance(node.op, ast.Or)
            if absorbing in values:
                return absorbing
            return None if None in values else not absorbing
        return None

    def visit(self, node):
        if self.edit is None:
            super().visit(node)

    def visit_ImportFrom(self, node):
        gone = [
            alias.name
            for alias in node.names
            if (alias.asname or alias.name) in self.known
        ]
        if gone:
            self.edit = ("import", node, gone)

    def visit_Assign(self, node):
        if all(self.known.get(ast.unparse(target)) is False for target in node.targets):
            self.edit = ("statement", node, None)
        else:
            self.generic_visit(node)

    def visit_FunctionDef(self, node):
        if f"{node.name}()" in self.known:
            self.edit = ("statement", node, None)
        else:
            self.generic_visit(node)

    def visit_If(self, node):
        value = self.value(node.test)
        if value is not None:
            self.edit = ("if", node, value)
        else:
            self.generic_visit(node)

    def visit_IfExp(self, node):
        value = self.value(node.test)
        if value is not None:
            self.edit = ("expression", node, node.body if value else node.orelse)
        else:
            self.generic_visit(node)

    def visit_BoolOp(self, node):
        left = [part for part in node.values if self.value(part) is None]
        if self.value(node) is None and len(left) < len(node.values):
            self.edit = ("operands", node, left)
        else:
            self.generic_visit(node)


def _indented(lines, width):
    """Lines moved so that the first begins at a column; strings of several lines stay."""
    if not lines:
        return []
    move = width - (len(lines[0]) - len(lines[0].lstrip(" ")))
    inside = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            if token.type == tokenize.STRING:
                inside.update(range(token.start[0], token.end[0]))
    except (tokenize.TokenError, IndentationError):
        pass
    moved = []
    for at, line in enumerate(lines):
        if at in inside or not line.strip():
            moved.append(line)
        elif move < 0:
            moved.append(line[min(-move, len(line) - len(line.lstrip(" "))) :])
        else:
            moved.append(" " * move + line)
    return moved


def _body(text, nodes, before):
    """The lines of a body, with the comments between its head and it."""
    first = (
        min(
            [nodes[0].lineno]
            + [d.lineno for d in getattr(nodes[0], "decorator_list", [])]
        )
        - 1
    )
    while first - 1 > before and text.lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return text.lines[first : nodes[-1].end_lineno]


def _fold_if(text, node, value):
    first, end = node.lineno - 1, node.end_lineno - 1
    head = text.lines[first]
    before = _arm_before(text, node)
    width = len(head) - len(head.lstrip(" "))
    is_elif = head.lstrip().startswith("elif")
    kept = node.body if value else node.orelse
    rest = []
    if (
        not value
        and is_elif
        and kept
        and not (len(kept) == 1 and _is_elif(text, kept[0]))
    ):
        rest = [" " * width + "else:\n"] + _indented(
            _body(text, kept, node.body[-1].end_lineno - 1), width + 4
        )
    elif not value and len(kept) == 1 and _is_elif(text, kept[0]):
        rest = text.lines[kept[0].lineno - 1 : end + 1]
        if not is_elif:
            rest = [rest[0].replace("elif", "if", 1)] + rest[1:]
    elif value and is_elif:
        rest = [" " * width + "else:\n"] + _indented(
            _body(text, kept, node.test.end_lineno - 1), width + 4
        )
    elif kept:
        above = node.test.end_lineno - 1 if value else node.body[-1].end_lineno - 1
        rest = _indented(_body(text, kept, above), width)
    elif not is_elif and _lonely(text, node):
        rest = [" " * width + "pass\n"]
    chain = not value and len(kept) == 1 and _is_elif(text, kept[0])
    text.replace(first, end, rest, (0, 0) if chain else (0, len(rest) - 1))
    if is_elif and not value:
        text.places[-1] = (before, first)


def _is_elif(text, node):
    return isinstance(node, ast.If) and text.lines[node.lineno - 1].lstrip().startswith(
        "elif"
    )


def _arm_before(text, node):
    """The line of the condition whose arm stands before an `elif`."""
    for parent in ast.walk(ast.parse(text.text())):
        if (
            isinstance(parent, ast.If)
            and parent.orelse
            and parent.orelse[0].lineno == node.lineno
        ):
            return parent.lineno - 1
    return node.lineno - 1


def _lonely(text, node):
    """Whether a statement is all that a body has."""
    for parent in ast.walk(ast.parse(text.text())):
        for field in ("body", "orelse", "finalbody", "handlers"):
            nodes = getattr(parent, field, None)
            if (
                isinstance(nodes, list)
                and len(nodes) == 1
                and getattr(nodes[0], "lineno", 0) == node.lineno
            ):
                return not isinstance(parent, ast.Module)
    return False


def _fold_expression(text, source, node, pieces, operator):
    """Writes the pieces of an expression in its stead, on its first line."""
    segments = []
    for piece in pieces:
        segment = ast.get_source_segment(source, piece)
        bare = "\n" not in segment and (
            len(pieces) == 1
            or not isinstance(piece, (ast.BoolOp, ast.IfExp, ast.Lambda))
        )
        segments.append(segment if bare else f"({segment})")
    written = operator.join(segments)
    first, end = node.lineno - 1, node.end_lineno - 1
    before = text.lines[first].encode()[: node.col_offset].decode()
    after = text.lines[end].encode()[node.end_col_offset :].decode()
    lines = (before + written + after).splitlines(keepends=True)
    text.replace(first, end, lines, (0, len(lines) - 1))


def _fold_import(text, node, gone):
    """Takes names out of an import. That is no place: it goes with what uses them."""
    if len(gone) == len(node.names):
        text.replace(node.lineno - 1, node.end_lineno - 1, [])
        return
    for at in range(node.lineno - 1, node.end_lineno):
        line = text.lines[at]
        for name in gone:
            line = re.sub(rf"\b{name}\b *, ?", "", line)
            line = re.sub(rf",? *\b{name}\b", "", line)
        text.lines[at] = line
    for at in range(node.end_lineno - 1, node.lineno - 2, -1):
        if not text.lines[at].strip():
            text.replace(at, at, [])


def _fold_python(text, known):
    while True:
        source = text.text()
        finder = _Conditions(source, known)
        finder.visit(ast.parse(source))
        if finder.edit is None:
            return
        kind, node, what = finder.edit
        if kind == "if":
            _fold_if(text, node, what)
        elif kind == "statement":
            first = min(
                [node.lineno]
                + [
                    decorator.lineno
                    for decorator in getattr(node, "decorator_list", [])
                ]
            )
            indent = re.match(r" *", text.lines[node.lineno - 1])[0]
            text.replace(
                first - 1,
                node.end_lineno - 1,
                [indent + "pass\n"] if _lonely(text, node) else [],
            )
        elif kind == "import":
            _fold_import(text, node, what)
        elif kind == "expression":
            _fold_expression(text, source, node, [what], "")
        else:
            _fold_expression(
                text,
                source,
                node,
                what,
                " or " if isinstance(node.op, ast.Or) else " and ",
            )


# ---- a file


def language(path):
    name = path.rsplit("/", 1)[-1]
    if name.endswith((".py", ".pyi")):
        return "python"
    if name == "CMakeLists.txt" or name.endswith(".cmake"):
        return "cmake"
    if re.search(r"\.(c|cc|cpp|cxx|cu|cuh|h|hh|hpp|hxx|H)$", name):
        return "c"
    return "text"


def unport(source, path, off=(), on=(), cut=(), lines=None):
    """The text without its ROCm arms, and its places.

    `off` and `on` are names that are never and always true beside the common ones; `cut`
    are pairs of line numbers of the source (1-based, inclusive) that ROCm added; of a long
    source only the first `lines` are read."""
    text = Text(source)
    if lines is not None:
        text.lines = text.lines[:lines]
    for first, last in sorted(cut, reverse=True):
        text.replace(first - 1, last - 1, [], (0, 0))
    kind = language(path)
    known = {name: False for name in (NAMES if kind == "python" else MACROS)}
    known.update({name: False for name in off})
    known.update({name: True for name in on})
    if kind == "python":
        known = {
            ast.unparse(ast.parse(name, mode="eval")): value
            for name, value in known.items()
        }
    if kind == "python":
        _fold_python(text, known)
    elif kind in ("c", "cmake"):
        _fold_blocks(text, kind, known)
    return text.result()
