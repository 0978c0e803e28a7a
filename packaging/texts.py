#!/usr/bin/env python3
"""Lists every text that users may read, with its place, and refuses faults of wording that came up more than once.

Read are the string literals of app/, core/ and ui/, the sentences of rule packs and known failures, the guides, the
man pages and what the scripts on a node print. What is plainly not prose is left out: logging, SQL, object names,
style sheets, regular expressions, keys and names of programs. The list is generous: a text too many costs the reader
a glance, a text too few is never read.
"""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Calls whose literals nobody reads, by the name before the parenthesis.
UNREAD_CALLS = re.compile(
    r"Q_LOGGING_CATEGORY|qC?(Debug|Info|Warning|Critical|Fatal)|Q_ASSERT_X?|Q_UNREACHABLE|static_assert|"
    r"setObjectName|setStyleSheet|setProperty|property|fromTheme|"
    r"QRegularExpression|regex|expression|Pattern|pattern|"
    r"exec|prepare|execute|Statement|addDatabase|setConnectOptions|"
    r"setDateFormat|setFamily|setFamilies|connect|SIGNAL|SLOT"
)
SQL = re.compile(
    r"\s*(SELECT\b|INSERT (OR \w+ )?INTO\b|"
    r"UPDATE \w+ SET\b|DELETE FROM\b|"
    r"CREATE (TABLE|INDEX|TRIGGER|VIEW|UNIQUE)\b|"
    r"PRAGMA\b|BEGIN\b|COMMIT\b|ROLLBACK\b|FROM \w|WHERE \w|ORDER BY\b|GROUP BY\b|JOIN\b|LEFT JOIN\b|AND \w+\.|"
    r"VALUES\b|ON CONFLICT\b|WITH \w+ AS\b|ATTACH\b|DROP TABLE\b|ALTER TABLE\b|SET \w+ =)"
)
# Prose has two words beside each other, or is one word with a capital letter and nothing but letters.
WORDS = re.compile(r"[A-Za-z%’'`),;:…][ \n]+[A-Za-z%(‘'`“\"]|%\d [a-z]|[a-z]: %\d")
ONE_WORD = re.compile(r"&?[A-Z][a-z&]+…?[.:]?")
STYLE_SHEET = re.compile(r"\{[^{}]*[\w-]+:[^{}]*;[^{}]*\}")

LITERAL = re.compile(r'(u8|u|U|L)?(R)?"')
SUFFIX = re.compile(r"_\w+")
TOML_KEYS = re.compile(
    r"(title|message|reason|change|way_out|lines_way_out|fix|explanation|action|description|text|summary|topic)$"
)


@dataclass(frozen=True)
class Text:
    """One text: where it stands, which call takes it, and what it says with escapes resolved."""

    file: str
    line: int
    call: str
    words: str
    around: str = ""  # the lines before and after it

    def shown(self):
        return self.words.replace("\n", "\\n")


def resolved(body):
    """What an ordinary literal of C++ or TOML says, for the escapes that occur in texts."""
    simple = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'", "r": "\r", "0": "\0"}

    def one(match):
        escape = match.group(1)
        if escape[0] in "uU":
            return chr(int(escape[1:], 16))
        if escape[0] == "x":
            return chr(int(escape[1:], 16) & 0xFF)
        return simple.get(escape, escape)

    return re.sub(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{1,2}|.)", one, body, flags=re.S)


def literal_at(source, start):
    """(text, index behind it) of the literal that begins at `start`, or None."""
    match = LITERAL.match(source, start)
    if not match:
        return None
    if match.group(2):
        delimiter_end = source.index("(", match.end())
        closing = ")" + source[match.end() : delimiter_end] + '"'
        end = source.index(closing, delimiter_end)
        text, place = source[delimiter_end + 1 : end], end + len(closing)
    else:
        place = match.end()
        while source[place] != '"':
            place += 2 if source[place] == "\\" else 1
        text, place = resolved(source[match.end() : place]), place + 1
    suffix = SUFFIX.match(source, place)
    return text, suffix.end() if suffix else place


def literals_of(source):
    """(line, call, text) of each literal of a C++ file; literals beside each other are one."""
    place, calls, word = 0, [], ""
    pending = None  # line, call, text; ended by any token but another literal
    size = len(source)
    while place < size:
        char = source[place]
        if source.startswith("//", place):
            end = source.find("\n", place)
            place = size if end < 0 else end
        elif source.startswith("/*", place):
            place = source.index("*/", place) + 2
        elif char == "#" and source[:place].rpartition("\n")[2].strip() == "":
            # Directives hold no text for users; one may go on behind a backslash.
            while place < size and source[place] != "\n":
                place += 2 if source[place] == "\\" else 1
        elif char.isspace():
            place += 1
        elif (found := literal_at(source, place)) is not None:
            text, behind = found
            if pending:
                pending = (pending[0], pending[1], pending[2] + text)
            else:
                names = [name for name in calls if name]
                pending = (source.count("\n", 0, place) + 1, "/".join(names[-2:]), text)
            place, word = behind, ""
        elif char == "'":
            end = place + 1
            while source[end] != "'":
                end += 2 if source[end] == "\\" else 1
            place = end + 1
        else:
            if pending:
                yield pending
                pending = None
            if char.isalnum() or char == "_":
                match = re.compile(r"(?:\w|(?<=\d)'(?=\d))+").match(source, place)
                word, place = match.group(), match.end()
                continue
            if char in "({[":
                calls.append(word if char == "(" else "")
            elif char in ")}]" and calls:
                calls.pop()
            word = ""
            place += 1
    if pending:
        yield pending


def is_prose(call, text):
    names = call.split("/")
    if any(UNREAD_CALLS.fullmatch(name) for name in names) or SQL.match(text) or STYLE_SHEET.search(text):
        return False
    return bool(WORDS.search(text) or ONE_WORD.fullmatch(text.strip()))


def cpp_texts(path, name):
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    for line, call, text in literals_of(source):
        if is_prose(call, text):
            yield Text(name, line, call, text, "\n".join(lines[max(0, line - 9) : line + 6]))


def toml_texts(path, name):
    """Sentences of a rule pack: strings under the keys that hold prose, not blocks of code."""
    source = path.read_text(encoding="utf-8")
    pair = re.compile(r"(?:^|[{,]\s*)([\w-]+)\s*=\s*\"((?:[^\"\\\n]|\\.)*)\"", re.M)
    blocks = [match.span() for match in re.finditer(r"'''.*?'''|\"\"\".*?\"\"\"", source, re.S)]
    for match in pair.finditer(source):
        inside = any(begin <= match.start() < end for begin, end in blocks)
        if TOML_KEYS.match(match.group(1)) and not inside:
            text = resolved(match.group(2))
            # The title of a page elsewhere is quoted as it is.
            quoted = match.group(1) == "title" and match.group(0)[0] in "{,"
            if " " in text and not quoted:
                yield Text(name, source.count("\n", 0, match.start(1)) + 1, match.group(1), text)


def line_texts(path, name):
    """Files that are prose from end to end, a line at a time."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.search(r"[a-z] [a-z]", line):
            yield Text(name, number, path.suffix.lstrip("."), line)


def script_texts(path, name):
    """Quoted strings of a script that read like a sentence."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        for match in re.finditer(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'", line):
            text = match.group(1) or match.group(2) or ""
            if re.search(r"[a-z]{2,},? [a-z]+ [a-z]{2,}", text):
                yield Text(name, number, path.suffix.lstrip("."), text)


@dataclass(frozen=True)
class Fault:
    """A way of writing that is refused: what matches, and what to write instead."""

    pattern: re.Pattern
    instead: str
    only: tuple = ()  # calls that it holds for; empty: all

    def found_in(self, text):
        if self.only and text.call.split("/")[-1] not in self.only:
            return None
        return self.pattern.search(prose_of(text.words))


class BarePlural(Fault):
    """ "%1 files" where nothing beside it asks whether there is one."""

    def found_in(self, text):
        match = super().found_in(text)
        return None if not match or re.search(r"[=!] 1\b|> 1\b|>= 2\b", text.around) else match


def prose_of(words):
    """The words without code, calls, addresses and markup, which have spellings of their own."""
    words = re.sub(r"`[^`]*`|https?://\S+|<[^<>]*>|\w+\(\)", "x", words)
    return re.sub(r"&(?=\w)", "", words)


PLURALS = r"(findings|changes|files|lines|places|rules|runs|jobs|commits|variables|packages|decisions|steps)\b"

# Each of these was in several texts at once. A pattern that is not certain does not belong here.
FAULTS = (
    Fault(re.compile(r"\w\(s\)"), "a plural made by counted()"),
    Fault(re.compile(r"(?<![%\d,.])1 " + PLURALS), "counted()"),
    BarePlural(
        re.compile(r"(?<!more than )(?<!at most )(?<!to )%\d " + PLURALS), "counted()", ("tr", "QStringLiteral")
    ),
    Fault(re.compile(r"(?<=[a-z,;]) {2,}(?=[a-z])"), "one space between words", ("tr",)),
    Fault(re.compile(r"(?<=[a-z])\.\.\.(?=\s|$)"), "the character …"),
    Fault(re.compile(r"(?<=[a-z]) (?:…|[.,;:!])(?=\s|$)"), "no space before a mark", ("tr",)),
    Fault(re.compile(r"(?<=[a-z])!(?=\s|$)"), "a full stop: no exclamation marks"),
    Fault(re.compile(r"\b(the|a|an|of|to|is|in|and|that|it) \1\b", re.I), "the word once"),
    Fault(re.compile(r"(?<!here )\b(is|are) no (?!longer\b|evidence\b)"), "is not a …"),
    Fault(re.compile(r"\bmend(s|ed|ing)?\b", re.I), "fix, or correct"),
    Fault(re.compile(r"\b(for|by) a person\b"), "to do by hand, or the active voice"),
    Fault(re.compile(r"\b(in|out)side of (?!its own\b)"), "inside or outside, without of"),
    Fault(re.compile(r"\b[Oo]ne(?: \w+)? a (line|phase|file|job)\b"), "per"),
    Fault(re.compile(r"\banother (one )?than\b"), "other than, or different from"),
    Fault(re.compile(r"\b(go|goes|went) on\b|\banew\b"), "continue, or again"),
    Fault(re.compile(r"\bwithout a word\b|\b[Nn]obody\b"), "silently, or the passive voice"),
    Fault(re.compile(r"\btwins?\b"), "counterpart"),
    Fault(re.compile(r"\bclick here\b", re.I), "what the link leads to"),
    Fault(
        re.compile(r"\ba (8|11|18)[- ]|\ban (32|64|16|4|2)[- ]|\ba (HIP|hip)[a-z]* [aeiou]\w* error\b"),
        "a or an as it is spoken",
    ),
    Fault(
        re.compile(
            r"\b(colou?r(?<!colour)|behavior|center|license|catalog|labeled|canceled|modeled|(?:synchron|optim|"
            r"recogn|initial|normal|serial|special|summar|organ|minim|maxim|custom|author|util|real|emphas)iz\w+|"
            r"analyz\w+)\b"
        ),
        "British spelling, as everywhere else",
    ),
)


SOURCES = (
    (("app", "core", "ui"), (".cpp", ".h"), cpp_texts),
    (("resources/rules", "resources/joblog"), (".toml",), toml_texts),
    (("resources/guides", "packaging/man"), (".md", ".1", ".5"), line_texts),
    (("resources/node", "resources/verify"), (".sh", ".py"), script_texts),
)


def all_texts(root):
    found = []
    for folders, suffixes, read in SOURCES:
        for folder in folders:
            for path in sorted((root / folder).rglob("*")):
                if path.suffix in suffixes and path.is_file():
                    found += read(path, str(path.relative_to(root)))
    return sorted(found, key=lambda text: (text.file, text.line))


def faults(texts):
    """A sentence for each fault in `texts`."""
    for text in texts:
        for fault in FAULTS:
            if match := fault.found_in(text):
                yield f'{text.file}:{text.line}: "{match.group()}" in: {text.shown()}\n    write {fault.instead}'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the source folder; this one when left out")
    parser.add_argument("--check", action="store_true", help="print only texts with a known fault, exit 1 if any")
    options = parser.parse_args()
    if not options.check:
        for text in all_texts(options.root):
            print(f"{text.file}:{text.line}: [{text.call}] {text.shown()}")
        return 0
    sentences = list(faults(all_texts(options.root)))
    print("\n".join(sentences), end="\n" if sentences else "")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
