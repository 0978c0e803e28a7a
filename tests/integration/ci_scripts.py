"""ci_scripts.py CLI ROOT: the scripts of packaging/ci, with repositories and events as GitHub and GitLab make them.

A stand-in for rocport-cli notes its arguments and ends as it is told; where the program has `review`, that runs too.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CLI, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
CI = ROOT / "packaging/ci"
STAND_IN = """#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$STAND_IN_LOG"
while [ $# != 0 ]; do
    case $1 in
    --format) format=$2 ;;
    -o) file=$2 ;;
    --also) also="$also $2" ;;
    esac
    shift
done
[ "${STAND_IN_CODE:-0}" -lt 2 ] || { echo "stand-in: what went wrong" >&2 && exit "$STAND_IN_CODE"; }
for one in "$format=$file" $also; do
    printf 'a %s\\n::error::from a file name\\n' "${one%%=*}" >"${one#*=}"
done
exit "${STAND_IN_CODE:-0}"
"""
RESULTS = ["comments.json", "gitlab-comments.json", "rocport.md", "rocport.sarif"]
HOSTILE = "$(touch injected) `touch injected`; touch injected #"
BEFORE = "int f() { return 1; }\n"
PORTED = "#ifdef USE_ROCM\nint f() { return 2; }\n#else\nint f() { return 1; }\n#endif\n"


def run(*command, cwd=None, env=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True)


def git(folder, *arguments):
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")
    done = run("git", *identity, *arguments, cwd=folder)
    if done.returncode != 0:
        raise AssertionError(f"git {arguments}: {done.stderr}")
    return done.stdout.strip()


class Scratch(unittest.TestCase):
    def setUp(self):
        self.place = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.place)
        self.log = self.place / "log"
        stand_in = self.place / "rocport-cli"
        stand_in.write_text(STAND_IN)
        stand_in.chmod(0o755)
        self.env = {
            name: value for name, value in os.environ.items() if not re.match("GITHUB_|CI|RUNNER_|ROCPORT_", name)
        }
        self.env.update(
            ROCPORT_CLI=str(stand_in),
            STAND_IN_LOG=str(self.log),
            HOME=str(self.place),
            GIT_CONFIG_GLOBAL="/dev/null",
            LC_ALL="C.UTF-8",
        )

    def commit(self, folder, name, text):
        (folder / name).write_text(text)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", name)
        return git(folder, "rev-parse", "HEAD")

    def upstream(self):
        """A repository whose main went on after the branch port left it, and the commits: parted, main, port."""
        folder = self.place / "upstream"
        folder.mkdir()
        git(folder, "init", "-q", "-b", "main")
        git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
        parted = self.commit(folder, "a.cu", BEFORE)
        git(folder, "checkout", "-q", "-b", "port")
        for number in range(3):
            self.commit(folder, f"more{number}.txt", "x\n")
        port = self.commit(folder, "a.cu", PORTED)
        git(folder, "checkout", "-q", "main")
        main = self.commit(folder, "b.cu", "int g();\n")
        return folder, parted, main, port

    def shallow(self, folder, branch="port"):
        clone = self.place / "clone"
        git(self.place, "clone", "-q", "--depth=1", "-b", branch, folder.as_uri(), clone)
        return clone

    def event(self, **values):
        path = self.place / "event.json"
        path.write_text(json.dumps(values))
        self.env.update(
            GITHUB_ACTIONS="true",
            GITHUB_EVENT_PATH=str(path),
            GITHUB_OUTPUT=str(self.place / "output"),
            GITHUB_STEP_SUMMARY=str(self.place / "summary"),
            RUNNER_TEMP=str(self.place / "temp"),
        )

    def review(self, folder, code=0, **env):
        self.env.update(env, STAND_IN_CODE=str(code))
        return run(CI / "review", cwd=folder, env=self.env)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


class Review(Scratch):
    def test_pull_request(self):
        folder, parted, main, port = self.upstream()
        clone = self.shallow(folder)
        request = {"title": HOSTILE, "base": {"sha": main, "ref": HOSTILE}, "head": {"sha": port, "ref": HOSTILE}}
        self.event(pull_request=request, before="0" * 40)
        done = self.review(clone, ROCPORT_FAIL_ON="changed,missing", ROCPORT_COMPILE="true")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        (call,) = self.calls()  # one review for all results
        self.assertTrue(call.startswith(f"review {clone} {parted}..{port} --format sarif -o "), call)
        self.assertTrue(call.endswith(" --fail-on=changed,missing --compile"), call)
        output = dict(line.split("=", 1) for line in (self.place / "output").read_text().splitlines())
        self.assertEqual((output["verdict"], output["base"], output["head"]), ("passed", parted, port))
        for name in ("sarif", "summary", "comments"):
            self.assertTrue(Path(output[name]).is_file(), name)
        self.assertTrue((self.place / "temp/rocport-review/gitlab-comments.json").read_text().startswith("a gitlab"))
        self.assertTrue((self.place / "summary").read_text().startswith("a md\n"))
        self.assertEqual(list(self.place.rglob("injected")), [])

    def test_without_jq(self):
        folder, parted, main, port = self.upstream()
        tools = self.place / "tools"
        tools.mkdir()
        for tool in ("bash", "cat", "env", "git", "head", "mkdir", "mktemp", "mv", "od", "python3", "rm", "tr", "wc"):
            (tools / tool).symlink_to(shutil.which(tool))
        self.event(pull_request={"base": {"sha": main}, "head": {"sha": port}})
        done = self.review(folder, PATH=str(tools))
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn(f"{parted}..{port}", self.calls()[0])

    def test_failing_verdict(self):
        folder, _, main, port = self.upstream()
        self.event(pull_request={"base": {"sha": main}, "head": {"sha": port}})
        done = self.review(folder, code=1)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(self.calls()), 1)
        self.assertIn("verdict=failed", (self.place / "output").read_text())
        # what the repository wrote is no command to GitHub
        lines = done.stdout.splitlines()
        stopped = next(line for line in lines if line.startswith("::stop-commands::"))
        inside = lines.index("::error::from a file name")
        again = lines.index(f"::{stopped.removeprefix('::stop-commands::')}::")
        self.assertTrue(lines.index(stopped) < inside < again, done.stdout)
        self.assertEqual(len([line for line in done.stderr.splitlines() if line.startswith("rocport: ")]), 1)

    def test_error(self):
        folder, _, main, port = self.upstream()
        self.event(pull_request={"base": {"sha": main}, "head": {"sha": port}})
        for code in (2, 3):
            done = self.review(folder, code=code)
            self.assertEqual(done.returncode, code)
            self.assertIn("stand-in: what went wrong", done.stderr)
            self.assertIn("::error title=Rocport::", done.stdout)
            self.assertFalse((self.place / "output").exists())

    def test_base_branch(self):
        folder, parted, _, port = self.upstream()
        clone = self.shallow(folder)
        self.event(number=1)
        done = self.review(clone, GITHUB_BASE_REF="main")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{parted}..{port}", self.calls()[0])
        done = self.review(clone, GITHUB_BASE_REF=HOSTILE)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(list(self.place.rglob("injected")), [])

    def test_push(self):
        folder, parted, main, port = self.upstream()
        self.event(before=parted, after=port)
        self.assertEqual(self.review(folder).returncode, 0)
        self.assertIn(f"{parted}..{port}", self.calls()[0])
        self.event(before="0" * 40, after=port)
        done = self.review(folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a new branch has no base", done.stderr)
        # Names of branches in an event are no commits.
        self.event(before="main", after="port")
        done = self.review(folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no commit to compare with", done.stderr)

    def test_merge_request_of_gitlab(self):
        folder, parted, _, port = self.upstream()
        clone = self.shallow(folder)
        out = self.place / "out"
        done = self.review(
            clone,
            CI_MERGE_REQUEST_DIFF_BASE_SHA=parted,
            CI_COMMIT_SHA=port,
            CI_PROJECT_DIR=str(clone),
            ROCPORT_OUT=str(out),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"review {clone} {parted}..{port} ", self.calls()[0])
        self.assertEqual(sorted(path.name for path in out.iterdir()), RESULTS)
        self.assertNotIn("::", done.stdout)

    def test_links_of_the_repository(self):
        folder, parted, _, _ = self.upstream()
        aims = self.place / "aims"
        aims.mkdir()
        names = ("rocport.sarif", "rocport.md", "comments.json", "errors")
        for name in names:
            (aims / name).write_text("kept")
        git(folder, "checkout", "-q", "port")
        out = folder / "rocport-review"
        out.mkdir()
        for name in names:
            (out / name).symlink_to(aims / name)
        (folder / "to-aims").symlink_to(aims)
        (folder / "sub").mkdir()
        (folder / "sub/link").symlink_to(aims)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "links")
        entered = self.place / "entered"
        entered.symlink_to(folder)
        kept = lambda: [path.read_text() for path in sorted(aims.iterdir())] == ["kept"] * len(names)
        for form in ("rocport-review", "./sub/../rocport-review/", "to-aims", str(entered / "sub/link")):
            done = self.review(folder, ROCPORT_BASE=parted, ROCPORT_OUT=form)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(kept(), form)
            for name in names[:3]:
                self.assertFalse((folder / form / name).is_symlink(), form)
                self.assertTrue((folder / form / name).read_text().startswith("a "), form)
        git(folder, "checkout", "-q", "-f", ".")
        for form in ("to-aims/new", "sub/link/a/b", "no/../to-aims/new", str(entered / "sub/link/new")):
            done = self.review(folder, ROCPORT_BASE=parted, ROCPORT_OUT=form)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("which is a link of the repository", done.stderr)
            self.assertTrue(kept(), form)
        # a link of the user is followed
        mine = self.place / "mine"
        mine.symlink_to(self.place / "real")
        (self.place / "real").mkdir()
        self.assertEqual(self.review(folder, ROCPORT_BASE=parted, ROCPORT_OUT=str(mine)).returncode, 0)
        self.assertEqual(len(list((self.place / "real").iterdir())), len(RESULTS))

    def test_temporary_files_are_removed(self):
        folder, parted, _, _ = self.upstream()
        temporary = self.place / "tmp"
        temporary.mkdir()
        for code in (0, 1, 3):
            done = self.review(folder, code=code, ROCPORT_BASE=parted, TMPDIR=str(temporary))
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual(list(temporary.iterdir()), [])

    def test_given_commits(self):
        folder, parted, _, port = self.upstream()
        done = self.review(folder, ROCPORT_BASE="main", ROCPORT_HEAD="port")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{parted}..{port}", self.calls()[0])
        for base in ("no-such", "--output=x", HOSTILE):
            done = self.review(folder, ROCPORT_BASE=base)
            self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(list(self.place.rglob("injected")), [])

    def test_what_is_missing_is_said(self):
        folder, parted, _, port = self.upstream()
        self.assertIn("no commit to compare with", self.review(folder).stderr)
        self.assertIn("could not be fetched", self.review(folder, ROCPORT_BASE="1" * 40).stderr)
        self.assertIn("is no git repository", self.review(folder, ROCPORT_DIR=str(self.place)).stderr)
        self.assertIn("is not there", self.review(folder, ROCPORT_DIR="/no/such").stderr)
        self.assertIn("was not found", self.review(folder, ROCPORT_CLI="no-such-program").stderr)

    @unittest.skipUnless(run(CLI, "review", "--help").returncode == 0, "rocport-cli has no review")
    def test_with_the_program(self):
        folder, _, main, port = self.upstream()
        self.event(pull_request={"base": {"sha": main}, "head": {"sha": port}})
        done = self.review(folder, ROCPORT_CLI=str(CLI))
        self.assertIn(done.returncode, (0, 1), done.stderr)
        sarif = json.loads((self.place / "temp/rocport-review/rocport.sarif").read_text())
        self.assertEqual(sarif["version"], "2.1.0")
        json.loads((self.place / "temp/rocport-review/comments.json").read_text())
        self.assertTrue((self.place / "summary").read_text())


class Staged(Scratch):
    def staged(self, folder, *arguments, cwd=None):
        self.env["ROCPORT_CLI"] = str(CLI)
        return run(CI / "staged", *arguments, cwd=cwd or folder, env=self.env)

    def test_index_against_head(self):
        folder = self.place / "repository"
        (folder / "sub").mkdir(parents=True)
        git(folder, "init", "-q")
        (folder / "a b.cu").write_text(BEFORE)
        self.assertEqual(self.staged(folder, "a b.cu").returncode, 0, "nothing to compare the first commit with")
        self.commit(folder, "sub/c.cu", BEFORE)
        (folder / "a b.cu").write_text(PORTED)
        (folder / "new.cu").write_text("int n();\n")
        git(folder, "add", "-A")
        (folder / "a b.cu").write_text("int f() { return 3; }\n")  # not staged
        done = self.staged(folder, "a b.cu", "new.cu", "gone.cu")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        git(folder, "add", "-A")
        done = self.staged(folder, "a b.cu")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("a b.cu", done.stdout)
        (folder / "sub/c.cu").write_text(PORTED.replace("USE_ROCM", "WITH_AMD"))
        git(folder, "add", "-A")
        self.assertEqual(self.staged(folder, "c.cu", cwd=folder / "sub").returncode, 1)
        self.assertEqual(self.staged(folder, "--macro", "WITH_AMD", "c.cu", cwd=folder / "sub").returncode, 0)
        self.assertEqual(self.staged(folder, "--nonsense", "c.cu").returncode, 2)


class Files(unittest.TestCase):
    def setUp(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        self.load = lambda path: yaml.safe_load(path.read_text())

    def test_action(self):
        action = self.load(CI / "action.yml")
        self.assertEqual(action["runs"]["using"], "composite")
        self.assertNotIn("github.workspace", (CI / "action.yml").read_text(), "the host's path, also in a container")
        script = (CI / "review").read_text()
        for step in action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""), "an expression in a script runs what a pull request says")
            self.assertTrue("uses" in step or step["shell"] == "bash")
            for name in step.get("env", {}):
                self.assertTrue(name in script or name in step["run"], name)
        for name, output in action["outputs"].items():
            self.assertIn(f"output {name} ", script)
            self.assertIn(f"steps.review.outputs.{name} ", output["value"])

    def test_gitlab(self):
        job = self.load(CI / "gitlab.yml")["rocport-review"]
        self.assertEqual(job["script"], ["/usr/share/rocport/ci/review"])
        self.assertEqual(job["artifacts"]["paths"], [job["variables"]["ROCPORT_OUT"] + "/"])

    def test_hooks(self):
        for hook in self.load(ROOT / ".pre-commit-hooks.yaml"):
            self.assertTrue(os.access(ROOT / hook["entry"], os.X_OK), hook["entry"])
            self.assertTrue(re.search(hook["files"], "src/kernel.cu"))
            self.assertIsNone(re.search(hook["files"], "README.md"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
