"""Checks many sources with one run of clang-tidy, by a file that includes them all.

Libraries' sources are included as they stand: a library is compiled in batches too, so its names do not clash. A program
(a test, a fuzz target) is included in a namespace of its own, after the headers of all programs of its batch, which then
are there already. Where a batch does not compile, the sources that the errors are in are taken out and checked apart.
"""

import concurrent.futures
import dataclasses
import hashlib
import re
import shlex
import subprocess
from pathlib import Path

INCLUDE_LINE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+[>"])', re.MULTILINE)
# What a file with a program of its own has.
MAIN = re.compile(r"^(QTEST_\w*MAIN\(|int main\(|extern \"C\" int LLVMFuzzerTestOneInput)", re.MULTILINE)
# Sources in one batch: more save little, and one that fails to compile costs all of its batch again.
SIZE = 30


@dataclasses.dataclass(frozen=True)
class Source:
    path: Path
    command: str
    memory: Path  # exists when the source passed in a batch

    def arguments(self):
        """Definitions, folders of headers and the language; neither warnings nor names of files."""
        words, kept = iter(shlex.split(self.command)[1:]), []
        for word in words:
            if word in ("-isystem", "-I", "-D"):
                kept.append((word, next(words)))
            elif word in ("-o", "-c"):
                next(words)
            elif word.startswith(("-I", "-D", "-std=")):
                kept.append((word,))
        return kept


def batch_arguments(sources):
    """What the sources need together: each argument once, in the order of the first that has it."""
    together = dict.fromkeys(argument for source in sources for argument in source.arguments())
    return [word for argument in together for word in argument]


class Batches:
    """Checks sources in batches, and remembers those that passed."""

    def __init__(self, root, folder, program, jobs):
        self.root, self.folder, self.program, self.jobs = root, folder, program, jobs
        folder.mkdir(exist_ok=True)

    def check(self, sources):
        """Prints what clang-tidy says; gives how many sources are in batches that do not pass."""
        pending = [source for source in sources if not source.memory.exists()]
        groups = {}
        for source in pending:
            groups.setdefault(self._group(source.path), []).append(source)
        batches = [group[start:start + SIZE] for group in groups.values() for start in range(0, len(group), SIZE)]
        batches.sort(key=len, reverse=True)
        failed = 0
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for count, text in pool.map(self._checked, batches):
                failed += count
                if text:
                    print(text)
        return failed

    def _group(self, path):
        """Sources of one library or of one folder of programs."""
        parts = path.relative_to(self.root).parts
        return parts[:2]

    def _text_of(self, sources):
        lines, bodies = [], []
        for number, source in enumerate(sources):
            text = source.path.read_text(errors="replace")
            if not MAIN.search(text) or len(sources) == 1:
                bodies.append(f'#include "{source.path}"')
                continue
            for name in INCLUDE_LINE.findall(text):
                local = source.path.parent / name[1:-1]
                if not name.endswith('.moc"'):
                    lines.append(f'#include "{local}"' if name[0] == '"' and local.is_file() else f"#include {name}")
            bodies += [f"#define LLVMFuzzerTestOneInput testOneInput{number}", f"namespace program{number} {{",
                       f'#include "{source.path}"', "}", "#undef LLVMFuzzerTestOneInput"]
        return "\n".join([*dict.fromkeys(lines), *bodies, ""])

    @staticmethod
    def _parted(sources, text):
        """The sources without errors and those with some; halves where that tells nothing."""
        wrong = {line.split(":", 1)[0] for line in text.split("\n") if "[clang-diagnostic-error" in line}
        parts = [[source for source in sources if (str(source.path) in wrong) == bad] for bad in (False, True)]
        return parts if all(parts) else [sources[:len(sources) // 2], sources[len(sources) // 2:]]

    def _checked(self, sources):
        """How many sources did not pass, and what was said of them."""
        # Batches run at the same time, and sources of several folders are called alike.
        name = hashlib.sha1("\n".join(str(source.path) for source in sources).encode()).hexdigest()[:16]
        file = self.folder / f"{name}.cpp"
        file.write_text(self._text_of(sources))
        areas = re.escape(str(self.root)) + r"/((core|ui|app)/.*\.h|(core|ui|app|tests)/.*\.cpp)$"
        result = subprocess.run(
            [self.program, "--quiet", f"--header-filter={areas}", "--checks=-bugprone-suspicious-include", str(file),
             "--", "-x", "c++", *batch_arguments(sources)],
            capture_output=True, text=True, check=False)
        if "[clang-diagnostic-error" in result.stdout and len(sources) > 1:
            parts = [self._checked(part) for part in self._parted(sources, result.stdout)]
            return sum(count for count, _ in parts), "".join(text for _, text in parts)
        if result.returncode == 0:
            for source in sources:
                source.memory.touch()
            return 0, ""
        return len(sources), result.stdout + result.stderr
