"""command_texts.py CLI ROOT: manual pages, completions and docs/command-line.md name what each command's --help names.

The pages have no warnings (man), bash offers what it has to for a line, zsh and fish read their scripts; what of these
is not installed is left out.
"""

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CLI, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
faults = []

# A line, and what bash has to offer for its last word (all of it, or with + at least that).
BASH = (
    ("rocport-cli sc", ["scan"]),
    ("rocport-cli ", ["+scan", "+verify", "+help"]),
    ("rocport-cli verify sta", ["static", "stability"]),
    ("rocport-cli scan --fo", ["--format"]),
    ("rocport-cli scan --format ", ["text", "json", "sarif"]),
    ("rocport-cli scan --format = s", ["sarif"]),
    ("rocport-cli scan --format =", ["text", "json", "sarif"]),
    ("rocport-cli verify static --format j", ["json"]),
    ("rocport-cli verify build --acc", ["--accept"]),
    ("rocport-cli translate a.cu -o ", ["+made here.txt", "+folder"]),
    ("rocport-cli scan ", ["folder"]),
    ("rocport-cli scan --rocm ", []),
    ("rocport-cli run local -- ma", ["made here.txt"]),
    ("rocport-cli nonsense --f", []),
)
FISH = (
    ("rocport-cli sc", ["scan"]),
    ("rocport-cli verify stab", ["stability"]),
    ("rocport-cli scan --fo", ["--format"]),
    ("rocport-cli scan --format s", ["sarif"]),
    ("rocport-cli verify static --format j", ["json"]),
)


def fault(*words):
    faults.append(" ".join(str(word) for word in words))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def cli(*arguments):
    result = run(CLI, *arguments)
    if result.returncode != 0:
        fault("rocport-cli", *arguments, "ended with", result.returncode, result.stderr)
    return result.stdout


def options_of(command):
    """The names that the help of a command lists, with their dashes."""
    names = set()
    for line in cli(*command.split(), "--help").splitlines():
        entry = re.match(r"  (-[^\s,]+(?:, -[^\s,]+)*)", line)
        if entry:
            names.update(name.strip() for name in entry[1].split(","))
    if "--help" not in names:
        fault(command, "shows no options with --help")
    return names


def check_man(folder, commands):
    overview = gzip.decompress((folder / "rocport-cli.1.gz").read_bytes()).decode().replace("\\-", "-")
    expected = {"rocport-cli.1.gz"}
    for command, options in commands.items():
        name = f"rocport-cli-{command.replace(' ', '-')}"
        expected.add(f"{name}.1.gz")
        page = gzip.decompress((folder / f"{name}.1.gz").read_bytes()).decode().replace("\\-", "-")
        if name not in overview:
            fault("rocport-cli.1 does not name", name)
        for option in options:
            if f"\\fB{option}\\fR" not in page:
                fault(f"{name}.1 lacks", option)
        if f"{name} - " not in page:
            fault(f"{name}.1 has no line under NAME")
    for path in folder.iterdir():
        if path.name not in expected:
            fault("a page of no command:", path.name)
        if shutil.which("man"):
            check = run(
                "man",
                "--warnings=all",
                "--encoding=UTF-8",
                "-l",
                path,
                env={"LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin"},
            )
            if check.returncode != 0 or check.stderr:
                fault(path.name, check.stderr)


def offered_by_bash(script, line, folder):
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    program = (
        f"source '{script}'; cd '{folder}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
        '_rocport_cli; [ ${#COMPREPLY[@]} = 0 ] || printf "%s\\n" "${COMPREPLY[@]}"'
    )
    result = run("bash", "--norc", "-c", program)
    if result.returncode != 0 or result.stderr:
        fault("bash, for", line, ":", result.stderr)
    return result.stdout.splitlines()


def compare(shell, line, offered, expected):
    atleast = [word[1:] for word in expected if word.startswith("+")]
    if atleast:
        if not set(atleast) <= set(offered):
            fault(shell, "offers", offered, "for", line, "without all of", atleast)
    elif sorted(offered) != sorted(expected):
        fault(shell, "offers", offered, "for", line, "and not", expected)


def check_scripts(folder, commands):
    scripts = {
        "bash": folder / "bash/rocport-cli",
        "zsh": folder / "zsh/_rocport-cli",
        "fish": folder / "fish/rocport-cli.fish",
    }
    for shell, script in scripts.items():
        text = script.read_text()
        for command, options in commands.items():
            for option in options:
                spelled = f"-{'s' if len(option) == 2 else 'l'} {option.lstrip('-')} " if shell == "fish" else option
                lines = [line for line in text.splitlines() if f"__rocport_cli_is {command}'" in line]
                part = "\n".join(lines) if shell == "fish" else part_of(text, command)
                if spelled not in part:
                    fault(script.name, "lacks", option, "of", command)
        if shutil.which(shell):
            check = run(shell, "-n", script)
            if check.returncode != 0 or check.stderr:
                fault(shell, "-n:", check.stderr)
        else:
            print(f"{shell} is not installed; its script was not read by it")
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "folder").mkdir()
        (Path(place) / "made here.txt").write_text("")
        for line, expected in BASH:
            compare("bash", line, offered_by_bash(scripts["bash"], line, place), expected)
    if shutil.which("fish"):
        for line, expected in FISH:
            result = run("fish", "--no-config", "-c", f"source '{scripts['fish']}'; complete -C '{line}'")
            offered = [one.split("\t")[0] for one in result.stdout.splitlines()]
            compare("fish", line, offered, expected)
            if result.stderr:
                fault("fish, for", line, ":", result.stderr)


def part_of(text, command):
    """The lines for one command in the script of bash or zsh: from its pattern to the first ';;' of the same depth."""
    part = re.search(rf"^    \(?'{command}'\)\n(.*?)^        ;;$", text, re.M | re.S)
    if not part:
        fault("no part for", command)
    return part[1] if part else ""


def check_page(commands):
    """docs/command-line.md has a row for each command, and names each option of it; a row names no other option."""
    text = (ROOT / "docs/command-line.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for command, options in commands.items():
        own = [row for row in rows if names_command(row, command)]
        if not own:
            fault("docs/command-line.md has no row for", command)
        for option in options:
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
                fault("docs/command-line.md does not name", option, "of", command)
        for row in own:
            usage = re.match(r"\| `([^`]*)`", row)[1]
            for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", usage):
                if option not in options:
                    fault(f"docs/command-line.md: {command} has no {option}")


def names_command(row, command):
    words = re.match(r"\| `([^`]*)`", row)[1].replace("\\|", "|").split()
    return len(words) >= len(command.split()) and all(
        own in word.split("|") for word, own in zip(words, command.split())
    )


def main():
    names = cli("help", "--format", "names").split("\n")
    commands = {name: options_of(name) for name in names if name}
    if "scan" not in commands or "verify static" not in commands:
        fault("the names of the commands are", names)
    with tempfile.TemporaryDirectory() as place:
        made = run(ROOT / "packaging/commandtexts", CLI, Path(place) / "out")
        if made.returncode != 0:
            fault("packaging/commandtexts:", made.stderr)
        else:
            check_man(Path(place) / "out/man1", commands)
            check_scripts(Path(place) / "out", commands)
    check_page(commands)
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
