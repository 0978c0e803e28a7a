#!/usr/bin/env python3
"""What judges faults sees what it is to see: lost decisions, damaged logs, faults that never happen."""

import hashlib
import sqlite3
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import faults  # noqa: E402
import windowfaults  # noqa: E402

JOB = "20260101-000000-aaaaaa"
SAID = b"the program said so\n"
HASH = hashlib.sha256(SAID).hexdigest()


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="rocport-selftest-")
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)


class LostDecisions(Folder):
    """What the window took for done has to be there after every fault."""

    def judge(self, out, decisions, fault, again=windowfaults.THINGS, branch=("all", [""]), step=""):
        """What is said of a window that printed `out` and left so many decisions in its project file."""
        self.root.joinpath("out").mkdir()
        self.root.joinpath("out", "settings.ini").write_bytes(windowfaults.DRAFTS[1])
        for name in windowfaults.REPORTS:
            self.root.joinpath("out", name).write_bytes(windowfaults.OLD_REPORT)
        projects = self.root / "xdg" / "data" / "rocport" / "projects"
        projects.mkdir(parents=True)
        with sqlite3.connect(projects / "x.rocport") as database:
            database.execute("CREATE TABLE decision(id)")
            database.execute("CREATE TABLE phase_summary(text)")
            database.executemany("INSERT INTO decision VALUES(?)", [(i,) for i in range(decisions)])
        database.close()
        repository = self.root / "repository"
        repository.mkdir()
        next_start = SimpleNamespace(code=0, out="".join(f"did {thing}\n" for thing in again).encode(), err=b"")
        run = SimpleNamespace(box=SimpleNamespace(root=self.root, out=self.root / "out", repository=repository), before={}, main="m",
            git=lambda *words: "m" if words[0] == "rev-parse" else "", start=lambda: next_start, branch=lambda: branch)
        return list(windowfaults.judge(run, SimpleNamespace(code=0, stopped="", out=out, err=b""), fault, ("all", [""]), step))

    def test_after_a_kill(self):
        self.assertTrue(any("decision" in line for line in self.judge(b"did open\ndid decide\n", 0, "killed")))

    def test_although_something_else_was_told(self):
        out = b"did open\ndid decide\ntold The disk is full\n"
        self.assertTrue(any("decision" in line for line in self.judge(out, 0, "full disk")))

    def test_what_is_kept_is_right(self):
        self.assertEqual(self.judge(b"did open\ndid decide\n", 1, "killed"), [])

    def test_what_was_told_is_right(self):
        self.assertEqual(self.judge(b"did open\ntold The disk is full\n", 0, "full disk"), [])

    def test_the_port_goes_on(self):
        for fault, step in (("killed", ""), ("full disk", "3 write /projects/x.rocport-wal")):
            with self.subTest(fault):
                self.assertEqual(self.judge(b"did open\n", 1, fault, step=step), [])
                self.root.joinpath("out").rename(self.root / f"out {fault}")
                self.root.joinpath("xdg").rename(self.root / f"xdg {fault}")
                self.root.joinpath("repository").rmdir()

    def test_the_port_does_not_go_on(self):
        left = [thing for thing in windowfaults.THINGS if thing != "commit"]
        self.assertTrue(any("only" in line for line in self.judge(b"did open\n", 1, "killed", again=left)))

    def test_the_port_is_another_one(self):
        self.assertTrue(any("went on" in line for line in self.judge(b"did open\n", 1, "killed", branch=("half", [""]))))

    def test_a_worktree_is_left_behind(self):
        self.assertTrue(self.judge(b"did open\n", 1, "killed", branch=("all", [])))

    def test_a_worktree_that_was_told_of(self):
        out = b"did open\ntold The disk is full\n"
        self.assertEqual(self.judge(out, 1, "full disk", branch=("all", []), step="9 rename /.git/x"), [])

    def test_another_one_after_a_full_disk(self):
        self.assertTrue(any("went on" in line for line in self.judge(b"did open\n", 1, "full disk", branch=("half", [""]), step="9 rename /.git/x")))


class Logs(Folder):
    """A result names its job's log by hash."""

    def run_with(self, log, said=HASH):
        path = self.root / "xdg" / "data" / "rocport" / "runs" / JOB / "log"
        path.parent.mkdir(parents=True)
        path.write_bytes(log)
        content = f"passed\n  job {JOB}, log {said}\n".encode()
        return SimpleNamespace(box=SimpleNamespace(root=self.root), after=lambda: {"result": content})

    def test_whole(self):
        self.assertEqual(list(faults.log_problems(self.run_with(SAID))), [])

    def test_damaged(self):
        self.assertTrue(list(faults.log_problems(self.run_with(SAID[:5]))))

    def test_without_a_hash(self):
        self.assertTrue(list(faults.log_problems(self.run_with(SAID, ""))))

    def test_result_that_says_so(self):
        run = self.run_with(SAID[:5], "not kept whole")
        self.assertEqual(list(faults.log_problems(run)), [])

    def says_less(self, code, err, result):
        run = SimpleNamespace(job=SimpleNamespace(tells=True), after=lambda: {"result": b"L3\n  node a\n" + result + b"1\n2\n"})
        return faults.says_less(run, SimpleNamespace(code=code, err=err))

    def test_less_is_said_in_both_places(self):
        kept, fetched = b"It could not be kept on this machine (x)", b"results/a could not be fetched."
        self.assertTrue(self.says_less(0, kept, b"  job x, log not kept whole\n"))
        self.assertFalse(self.says_less(0, kept, b"  job x, log \n"))
        self.assertFalse(self.says_less(0, b"", b"  job x, log not kept whole\n"))
        self.assertTrue(self.says_less(1, fetched, b"failed    Results fetched: a is missing.\n"))
        self.assertFalse(self.says_less(0, fetched, b"failed    Results fetched: a is missing.\n"))
        self.assertFalse(self.says_less(1, fetched, b"passed    Output\n"))

    def test_another_log_is_another_result(self):
        one = f"job {JOB}, log {HASH}\n".encode()
        self.assertTrue(faults.same(one, one.replace(JOB.encode(), b"20260102-000000-bbbbbb")))
        self.assertFalse(faults.same(one, one.replace(HASH.encode(), b"0" * 64)))


class FaultsThatNeverHappen(Folder):
    """A program that passes a step by is no proof."""

    def try_with(self, steps_with_fault):
        """A stand-in for the program and its library: it says that it did two steps without a fault, and so many with one."""
        program = self.root / "program"
        program.write_text(f"""#!/bin/sh
steps=2
[ -n "$FAULTS_AT" ] && steps={steps_with_fault}
i=0
while [ $i -lt $steps ]; do i=$((i + 1)); echo "$i write $HOME/out/result" >>"$FAULTS_LOG"; done
echo new >"$HOME/out/result"
""")
        program.chmod(0o755)
        given = SimpleNamespace(cli=str(program), library="", keep=None, most=0)
        job = faults.Job("stand-in", [], "out", lambda box: (box.home / "out").mkdir())
        return faults.try_job(job, given, self.root / "work")

    def test_all_happen(self):
        failures, starts, never = self.try_with(2)
        self.assertEqual((starts, never), (7, 0), failures)

    def test_some_do_not(self):
        failures, _, never = self.try_with(1)
        self.assertEqual(never, 3)
        self.assertFalse(any("none of" in failure for failure in failures), failures)

    def test_none_happens(self):
        failures, _, never = self.try_with(0)
        self.assertEqual(never, 6)
        self.assertEqual(sum("none of" in failure for failure in failures), 3)


class ChosenSteps(unittest.TestCase):
    def test_ends_are_chosen(self):
        self.assertEqual(faults.chosen_steps(461, 4), [1, 154, 308, 461])
        self.assertEqual(faults.chosen_steps(3, 24), [1, 2, 3])
        self.assertEqual(faults.chosen_steps(461, 0), list(range(1, 462)))

    def test_last_write_of_each_turn(self):
        steps = ["1 mkdir /r/out", "2 write /r/out/.settings.ini.new", "3 rename /r/out/settings.ini", "4 fsync /r/out/settings.ini",
            *(f"{number} write /r/projects/a.rocport-wal" for number in range(5, 60)), "60 fsync /r/projects/a.rocport-wal",
            "61 link /r/.git/objects/aa", "62 write /r/projects/a.rocport-wal"]
        self.assertEqual(windowfaults.last_writes(steps), [3, 59, 61, 62])


if __name__ == "__main__":
    unittest.main()
