"""Compares a ported notebook with its original: checknotebook.py ORIGINAL PORTED.

Everything but the source of code cells is the same, key order included; the sources are of the same form, in lines as
Jupyter writes them; each cell compiles; and where Python's json writes the original as it is, it writes the ported file as
it is, too.
"""

import json
import re
import sys


def cells_of(book):
    if "worksheets" in book:
        return [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
    return book["cells"]


def key_of(cell):
    return "input" if "input" in cell else "source"


def without_sources(book):
    copy = json.loads(json.dumps(book))
    for cell in cells_of(copy):
        if cell["cell_type"] == "code":
            cell[key_of(cell)] = type(cell[key_of(cell)]).__name__
    return json.dumps(copy)  # keeps the order of keys


def text_of(cell):
    return "".join(cell[key_of(cell)])


def is_python(text):
    code = re.sub(r"(?m)^(\s*)([%!?].*|.*\?$)", r"\1pass", text)
    code = re.sub(r"(?m)= *[%!].*$", "= 0", code)
    try:
        compile(code, "cell", "exec")
    except SyntaxError:
        return False
    return True


def main():
    original, ported = (open(path, "rb").read().decode() for path in sys.argv[1:3])
    before, after = json.loads(original), json.loads(ported)
    assert without_sources(before) == without_sources(after), "something but the sources differs"
    for old, new in zip(cells_of(before), cells_of(after)):
        if old["cell_type"] != "code" or text_of(old) == text_of(new):
            continue
        source = new[key_of(new)]
        if isinstance(source, list):
            assert source == "".join(source).splitlines(True), f"not in lines: {source}"
        assert is_python(text_of(new)) or not is_python(text_of(old)), text_of(new)
    for style in ({"indent": 1}, {"indent": 4}, {}, {"separators": (",", ":")}):
        for ascii_only in (False, True):
            for end in ("\n", ""):
                def write(book):
                    return json.dumps(book, ensure_ascii=ascii_only, **style) + end

                if write(before) == original.replace("\r\n", "\n"):
                    assert write(after) == ported.replace("\r\n", "\n"), "not as it would be written"


if __name__ == "__main__":
    main()
