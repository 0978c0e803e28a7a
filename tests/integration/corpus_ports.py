"""corpus_ports.py ROCPORT_CLI SOURCE_DIR: what tests/corpus/ports takes out of files, and what it
measures, on files that are made here."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

CLI, SOURCE = sys.argv[1:3]
PORTS = os.path.join(os.path.abspath(SOURCE), "tests", "corpus", "ports")
sys.path.insert(0, PORTS)

from unport import reduced, unport  # noqa: E402


class Conditions(unittest.TestCase):
    def test_what_is_known_goes(self):
        known = {"ROCM": False, "CUDA": True}
        for condition, left in [
            ("defined(ROCM)", False),
            ("!defined(ROCM)", True),
            ("!defined ROCM", True),
            ("ROCM", False),
            ("ROCM == 1", False),
            ("defined(ROCM) || VERSION < 9000", "VERSION < 9000"),
            ("!defined(ROCM) && VERSION >= 9000", "VERSION >= 9000"),
            ("defined(ROCM) && VERSION >= 9000", False),
            ("defined(CUDA) && (defined(ROCM) || OTHER)", "(OTHER)"),
            ("!(defined(ROCM) || OTHER)", "!(OTHER)"),
            ("(A || B) && C", "(A || B) && C"),
            ("ROCMISH != 2", "ROCMISH != 2"),
        ]:
            self.assertEqual(reduced(condition, known), left, condition)

    def test_words_of_cmake(self):
        words = (" OR ", " AND ", "NOT ")
        known = {"ROCM": False}
        self.assertEqual(reduced("CUDA OR ROCM", known, words), "CUDA")
        self.assertEqual(reduced("NOT ROCM AND CUDA", known, words), "CUDA")
        self.assertEqual(reduced("NOT CUDA", known, words), "NOT CUDA")


class Arms(unittest.TestCase):
    def check(self, path, source, text, places, **names):
        self.assertEqual(unport(source, path, **names), (text, places))

    def test_arm_beside_another(self):
        self.check(
            "a.cu",
            "a\n#ifdef USE_ROCM\nhip\n#else\none\ntwo\n#endif\nb\n",
            "a\none\ntwo\nb\n",
            [(2, 3)],
        )

    def test_arm_alone(self):
        source = "a\n#if defined(__HIPCC__)\nhip\n#endif\nb\n"
        self.check("a.h", source, "a\nb\n", [(2, 2)])
        self.check("a.h", source[:-2], "a\n", [(1, 1)])

    def test_condition_beside_another(self):
        self.check(
            "a.cu",
            "#if defined(USE_ROCM) || \\\n    VERSION < 9\nold\n#else\nnew\n#endif\n",
            "#if VERSION < 9\nold\n#else\nnew\n#endif\n",
            [(1, 1)],
        )

    def test_arm_behind_another(self):
        self.check(
            "a.cc",
            "#if HAVE_CUDA\na\n#elif HAVE_ROCM\nb\n#else\nc\n#endif\n",
            "#if HAVE_CUDA\na\n#else\nc\n#endif\n",
            [(1, 3)],
            off=["HAVE_ROCM"],
        )

    def test_arm_before_another(self):
        self.check(
            "a.cc",
            "#ifdef USE_HIP\na\n#elif defined(CUDA)\nb\n#endif\n",
            "#ifdef CUDA\nb\n#endif\n",
            [(1, 1)],
        )

    def test_arm_that_is_always_taken(self):
        self.check(
            "a.cc",
            "#ifdef WITH_CUDA\na\n#else\nb\n#endif\nc\n",
            "a\nc\n",
            [(1, 1)],
            on=["WITH_CUDA"],
        )

    def test_arms_within_arms(self):
        self.check(
            "a.cu",
            "#ifndef USE_ROCM\n#if X\na\n#endif\n#ifdef USE_ROCM\nb\n#endif\n#endif\nc\n",
            "#if X\na\n#endif\nc\n",
            [(1, 4), (4, 4)],
        )

    def test_first_part_of_a_header(self):
        self.check(
            "a.h",
            "#ifndef A_H\n#ifdef USE_ROCM\na\n#endif\nb\n#endif\n",
            "#ifndef A_H\nb\n",
            [(2, 2)],
            lines=5,
        )

    def test_lines_that_are_cut(self):
        self.check("Dockerfile", "a\nrocm\nrocm\nb\n", "a\nb\n", [(2, 2)], cut=[(2, 3)])

    def test_cmake(self):
        self.check(
            "CMakeLists.txt",
            "if(USE_HIP AND X)\n a\nelseif(Y)\n b\nendif()\n"
            "IF (CUDA OR\n    USE_HIP)\n c\nENDIF()\n",
            "if(Y)\n b\nendif()\nif (CUDA)\n c\nENDIF()\n",
            [(1, 1), (4, 4)],
        )

    def test_python(self):
        self.check(
            "a.py",
            "import torch\n"
            "from torch.utils.cpp_extension import CUDA_HOME, ROCM_HOME\n"
            "is_rocm = torch.version.hip is not None\n"
            "if is_rocm:\n"
            "    a()\n"
            "else:\n"
            "    # why\n"
            '    b("""\n'
            "  kept\n"
            '""")\n'
            "c = 1 if is_rocm else 2\n"
            "d = CUDA_HOME is not None or torch.version.hip\n"
            "e = not is_rocm and (x or\n"
            "                     y)\n",
            "import torch\n"
            "from torch.utils.cpp_extension import CUDA_HOME\n"
            "# why\n"
            'b("""\n'
            "  kept\n"
            '""")\n'
            "c = 2\n"
            "d = CUDA_HOME is not None\n"
            "e = (x or\n"
            "                     y)\n",
            [(3, 6), (7, 7), (8, 8), (9, 10)],
            off=["ROCM_HOME"],
        )

    def test_python_chains(self):
        self.check(
            "a.py",
            "def f():\n"
            '    if system == "cuda":\n'
            "        a()\n"
            '    elif system == "rocm":\n'
            "        b()\n"
            "    else:\n"
            "        c()\n"
            "    if torch.version.hip:\n"
            "        d()\n"
            "    elif g:\n"
            "        e()\n"
            "def h():\n"
            "    if is_hip():\n"
            "        return 1\n",
            "def f():\n"
            '    if system == "cuda":\n'
            "        a()\n"
            "    else:\n"
            "        c()\n"
            "    if g:\n"
            "        e()\n"
            "def h():\n"
            "    pass\n",
            [(2, 4), (6, 6), (9, 9)],
            off=['system == "rocm"'],
        )


class Measuring(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        place = [3, 3, "warp-mask", "predictable"]
        far = [30, 30, "own-logic", "not"]
        missed = [40, 41, "own-guard", "predictable"]
        self.file = {"commit": "", "places": [place, far, missed]}
        self.write_list()

    def write_list(self):
        entry = {"half": "A", "files": {"src/a.cu": self.file}}
        self.write("places.json", json.dumps({"owner/name": entry}))

    def write(self, path, text):
        path = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run_measure(self, *options):
        command = [os.path.join(PORTS, "measure"), "--cli", CLI, *options]
        command += ["--cache", os.path.join(self.folder.name, "cache")]
        command += ["--list-file", os.path.join(self.folder.name, "places.json")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def kernel(self):
        lines = [
            "__global__ void sum(int* out) {",
            "#ifdef USE_ROCM",
            "    int value = __shfl_down(out[0], 16);",
            "#else",
            "    int value = __shfl_down_sync(0xffffffff, out[0], 16);",
            "#endif",
            "    out[0] += value;",
            "}",
        ]
        return "\n".join(lines + 40 * ["//"]) + "\n"

    def test_without_texts(self):
        done = self.run_measure()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 files are not in", done.stderr)
        self.assertIn("Nothing was measured", done.stdout)

    def test_places(self):
        self.write("cache/original/owner+name/src/a.cu", self.kernel())
        done = self.run_measure("--missed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Half A, 1 repositories", done.stdout)
        self.assertIn("all places      1 of    3   33.3 %", done.stdout)
        self.assertIn("predictable     1 of    2   50.0 %", done.stdout)
        self.assertIn("own-guard 1 of 1", done.stdout)
        self.assertIn("owner/name src/a.cu:40-41 own-guard", done.stdout)
        done = self.run_measure("--sample", "1", "--half", "A")
        self.assertRegex(
            done.stdout, r"\n    owner/name src/a\.cu:\d+ \[[a-z-]+, [a-z]+\] "
        )
        done = self.run_measure("--half", "B")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Nothing was measured", done.stdout)

    def test_fetch(self):
        clone = os.path.join(self.folder.name, "hub", "owner", "name")
        self.write("hub/owner/name/src/a.cu", self.kernel())
        git = [
            "git",
            "-C",
            clone,
            "-c",
            "user.name=N",
            "-c",
            "user.email=e@example.org",
        ]
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a"]):
            subprocess.run(git + command, check=True)
        head = subprocess.run(
            git + ["rev-parse", "HEAD"], check=True, capture_output=True
        )
        self.file["commit"] = head.stdout.decode().strip()
        self.write_list()
        address = "file://" + os.path.join(self.folder.name, "hub")
        done = self.run_measure("--fetch", "--address", address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("all places      1 of    3", done.stdout)

    def test_list(self):
        """The list has facts in the form that the script reads, and no line of code."""
        with open(os.path.join(PORTS, "places.json"), encoding="utf-8") as file:
            entries = json.load(file)
        self.assertGreaterEqual(len(entries), 25)
        for name, entry in entries.items():
            self.assertIn(entry["half"], ("A", "B"), name)
            for path, file in entry["files"].items():
                self.assertRegex(file["commit"], "^[0-9a-f]{40}$", path)
                for first, last, kind, known in file["places"]:
                    self.assertLessEqual(first, last, path)
                    self.assertRegex(kind, "^[a-z0-9-]+$", path)
                    self.assertIn(known, ("predictable", "not"), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
