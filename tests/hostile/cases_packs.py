"""Rule packs: of a repository, and handed to rules --check."""

import os

from gitwriter import ORIGINAL, commit_all, write_files
from registry import add, case

HEAD = 'format = 1\nname = "hostile"\n'
RULE = """[[rule]]
id = "ID"
phase = 2
severity = "warning"
languages = ["LANGUAGE"]
title = "T"
message = "M {symbol}"
reason = "R"
change = "C"
reference = { title = "X", url = "https://example.org/" }
match = MATCH
"""
TOKENS = '{ kind = "token-pattern", patterns = ["PATTERN"] }'
QUERY = "{ kind = \"tree-sitter\", query = '''\nQUERY\n''' }"
SLOW = """((call function: (_) @f arguments: (_) @a) @place (#match? @f "(a|aa|aaa)*b") (#match? @a "(x*)*y"))"""


def rule(number=0, match=None, language="cuda", **fields):
    words = RULE.replace("ID", f"h-{number}").replace("LANGUAGE", language).replace("MATCH",
        match or TOKENS.replace("PATTERN", "HOUSE ( $x )"))
    for key, value in fields.items():
        words = "\n".join(f"{key} = {value}" if line.startswith(f"{key} =") else line for line in words.split("\n"))
    return words


def query(number, words):
    return rule(number, QUERY.replace("QUERY", words), "python")


def tokens(number, pattern):
    return rule(number, TOKENS.replace("PATTERN", pattern))


PACKS = {
    "empty": "", "nonsense": "\x01\x02 = [", "format": "format = 99999999999999999999\n",
        "unknown": HEAD + "colour = 1\n" + rule(),
    "terminal": HEAD + rule(title='"\\u001b]0;x\\u0007 \\u202e \\u009b31m"', message='"\\u001b[31m {symbol} \\u200b"'),
    "html": HEAD + rule(title='"<img src=/dev/zero>"', message='"<b>{symbol}</b>"', reason='"<script>"',
        change='"<img src=/dev/zero>"'),
    "url": HEAD + rule().replace("https://example.org/", "https://e/<img src=x>`pwn`"),
    "url-file": HEAD + rule().replace("https://", "file:///"),
    "braces": HEAD + rule(message='"' + "{" * 50000 + '"'),
        "percent": HEAD + rule(message='"%1 %2 %s %n {symbol} %99"'),
    "deep-keys": HEAD + "a" + ".a" * 39000 + " = 1\n", "deep-array": HEAD + "a = " + "[" * 60000,
        "deep-inline": HEAD + "a = " + "{a=" * 20000,
    "deep-table": HEAD + "[a" + ".a" * 39000 + "]\n", "many-rules": HEAD + "".join(rule(i) for i in range(3000)),
    "same-ids": HEAD + rule() * 400,
    "many-patterns": HEAD + rule(0, '{ kind = "token-pattern", patterns = [' + '"A ( $x )",' * 40000 + "] }"),
    "long-pattern": HEAD + tokens(0, "A " + "$x " * 20000),
    "nested-runs": HEAD + tokens(0, "f ( " + "$$$a , " * 60 + "$$$b )"),
    "runs": HEAD + tokens(0, "cudaMalloc ( $$$a $$$b $$$c $$$d $$$e $$$f $$$g $$$h )"),
    "capture-first": HEAD + tokens(0, "$x $y"),
    "quantifier": HEAD + query(0, '((identifier) @place (#match? @place "^(a+)+$"))'), "quantifiers": HEAD + query(
        0, "((identifier) @place " + '(#match? @place "^((a*)*)*$")' * 60 + ")"),
        "look-behind": HEAD + query(0, '((identifier) @place (#match? @place "(?<=a+)b(?R)?"))'),
    "recursion": HEAD + query(0, '((identifier) @place (#match? @place "(?<x>a(?&x)*)"))'),
    "repeat": HEAD + query(0, '((identifier) @place (#match? @place "a{1000}{1000}{1000}"))'),
    "alternatives": HEAD + query(0, '((identifier) @place (#match? @place "' + "a|" * 200 + 'b"))'),
    "class": HEAD + query(0, '((identifier) @place (#match? @place "[[:^alpha:][^"))'),
    "query-deep": HEAD + query(0, "(call " * 3000 + ")" * 3000 + " @place"),
    "query-wide": HEAD + query(0, "(_ " + "(_)* " * 300 + ") @place"),
    "query-open": HEAD + query(0, "(" * 10000),
        "query-star": HEAD + query(0, "(module ((_)* (_)* (_)* (_)* (_)* (_)*) @place)"),
        "query-any": HEAD + query(0, "(_ (_ (_ (_ (_) @symbol)))) @place"),
    "query-predicates": HEAD + query(0, "((identifier) @place " + "(#eq? @place @symbol)" * 2000 + ")"),
    "query-names": HEAD + query(0, "(identifier) @" + "p" * 20000),
    "fix-code": HEAD + rule() + 'fix = { transform = "replace", text = "x\\n#endif\\nint evil;\\n#if 0\\n" }\n',
    "fix-escape": HEAD + rule() + 'fix = { transform = "replace", text = "\\u001b\\u0000*/" }\n',
    "fix-long": HEAD + rule() + 'fix = { transform = "replace", text = "' + "$x" * 30000 + '" }\n',
    "fix-unknown": HEAD + rule() + 'fix = { transform = "system", text = "pwn" }\n',
    "sample-deep": HEAD + rule() + '[[rule.sample]]\nlanguage = "cuda"\nmatch = true\ncode = "' + "(" * 60000 + '"\n',
        "sample-many": HEAD + rule() + '[[rule.sample]]\nlanguage = "cuda"\nmatch = false\ncode = "x"\n' * 3000,
    "sample-file": HEAD + rule() + '[[rule.sample]]\nlanguage = "cuda"\nmatch = true\nfile = "../../../notes.txt"\ncode = "HOUSE(1)"\n', "sample-lines": HEAD + rule() + '[[rule.sample]]\nlanguage = "cuda"\nmatch = true\nline = -99999999999\ncode = "HOUSE(1)"\n',
    "version": HEAD + rule() + 'torch = ">=999999999999.1,<' + "9" * 5000 + '"\n',
    "architectures": HEAD + rule() + 'architectures = ["' + "*" * 5000 + 'gfx"]\n',
    "phase": HEAD + rule(phase="-9223372036854775808"),
    "includes": HEAD + rule(0, '{ kind = "token-pattern", includes = ["' + "*a" * 200 + '"] }'),
    "builtin-depth": HEAD + rule(0, '{ kind = "builtin", name = "inline-ptx", depth = 9223372036854775807 }'),
    "replaces": HEAD + rule().replace("h-0", "hipify-api"),
    "name": HEAD.replace("hostile", "\\u001b[31m\\u202e" + "n" * 100000) + rule(),
        "id": HEAD + rule().replace("h-0", "../../../x"),
    "utf16": "\ufeff" + HEAD, "nul": HEAD + rule() + "x\0y = 1\n", "latin1": HEAD + "# caf\udce9\n" + rule(),
}


def encoded(words):
    return words.encode("utf-8", "surrogateescape")


for label, words in PACKS.items():
    add(f"pack/{label}", "pack", lambda box, dice, words=words, label=label: {f"{label}.toml".encode(): encoded(words)},
        group="packs",
        item="5" if label.startswith("q") else "6" if label.startswith("deep") else "")


def with_packs(name, packs, more=None, **options):
    """A repository that brings packs of its own, with code that they are made for."""

    def make(box, dice):
        code = {b"x.py": b"import a\n" + b"".join(b"f%d(%s)\n" % (i, b"a" * 30) for i in range(400)),
            b"house.cu": b"void f() { HOUSE(1); }\n" * 50}
        write_files(box.repository, {**ORIGINAL, **code, **(more or {}),
            **{f".rocport/rules/{key}.toml".encode(): encoded(words) for key, words in packs.items()}})
        commit_all(box.repository)

    add(f"packs/{name}", "repository", make, **options)


with_packs("all", PACKS, cpu=4)
with_packs("slow-500", {"slow": HEAD + "".join(query(i, SLOW) for i in range(500))}, item="5")
with_packs("nested-quantifier", {"slow": HEAD + query(0, '((identifier) @place (#match? @place "^(a+)+$"))')},
    {b"y.py": b"x = " + b"a" * 200000 + b"b\n"}, item="5")
with_packs("captures", {"q": HEAD + query(0, "(module (_)* @symbol . (_)* . (_)* . (_) @place)")},
    {b"y.py": b"".join(b"f%d(%s)\n" % (i, b"a, " * 90) for i in range(1500)) + b"x = '" + b"a" * 300000 + b"'\n"}, cpu=8)
with_packs("64-of-200", {f"p{i}": HEAD + "".join(rule(i * 1000 + j) for j in range(200)) for i in range(64)}, item="5")
with_packs("500-files", {f"p{i}": HEAD + rule(i) for i in range(500)})
with_packs("big-file", {"big": HEAD + "#" * 9_000_000})
with_packs("query-300", {"q": HEAD + "".join(query(i, "(_ (_ (_ (_) @symbol))) @place") for i in range(300))},
    {b"y.py": b"f(" * 300 + b")" * 300 + b"\n" + b"g(1, [2, {3: 4}])\n" * 3000}, item="5")
with_packs("replace-builtin", {"r": HEAD + tokens(0, "cudaMalloc ( $x )").replace("h-0",
    "hipify-api") + 'fix = { transform = "replace", text = "system(\\"pwn\\")" }\n'})
with_packs("patterns-5000", {"t": HEAD + "".join(tokens(i, f"f{i} ( $$$a , $$$b , $$$c )") for i in range(400))},
    {b"y.cu": b"".join(b"f%d(%s)\n" % (i % 400, b"a," * 300) for i in range(600))}, item="5")


@case("packs/names", "repository", item="4")
def pack_names(box, dice):
    write_files(box.repository, ORIGINAL)
    for name in (b"e\x1b]0;x\x07.toml", "b\u202etoml.c".encode() + b".toml", b"l\xff.toml", b"<img src=x>.toml",
    b"`pwn`.toml", b"-o.toml", b"a\nb.toml"):
        write_files(box.repository, {b".rocport/rules/" + name: HEAD.encode() + b"x = ["})
    os.symlink(box.home / "notes.txt", box.repository / ".rocport" / "rules" / "link.toml")
    commit_all(box.repository)
