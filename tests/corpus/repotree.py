"""Files of a public repository at a commit, and the include folders that its sources need."""

import os
import re
import subprocess

INCLUDE = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.M)
SYSTEM = ["/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu"]
LARGEST = 4 << 20


def materialise(clone, commit, folder):
    """Writes the files of a commit below folder; what the clone lacks and what is very large is left out. Returns how many."""
    listing = subprocess.run(["git", "-C", clone, "ls-tree", "-r", "-z", commit], stdout=subprocess.PIPE, check=True).stdout
    entries = []
    for line in listing.split(b"\0"):
        if line:
            head, _, path = line.partition(b"\t")
            mode, kind, name = head.split()
            if kind == b"blob" and mode in (b"100644", b"100755"):
                entries.append((name, path))
    # A partial clone would fetch what is missing; here it is left out.
    environment = dict(os.environ, GIT_NO_LAZY_FETCH="1")
    with subprocess.Popen(["git", "-C", clone, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env=environment) as reader:
        count = 0
        for name, path in entries:
            reader.stdin.write(name + b"\n")
            reader.stdin.flush()
            answer = reader.stdout.readline().split()
            if len(answer) != 3:
                continue
            size = int(answer[2])
            content = reader.stdout.read(size)
            reader.stdout.read(1)
            if size > LARGEST:
                continue
            target = os.path.join(os.fsencode(folder), path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(content)
            count += 1
        reader.stdin.close()
    return count


class Includes:
    """Finds what sources of a tree include, and guesses the folders that a compiler has to be told."""

    def __init__(self, root, system=()):
        self.root = root
        self.system = [*SYSTEM, *system, *gcc_folders()]
        self.files = set()
        self.named = {}
        self.read = {}
        for base, folders, names in os.walk(root):
            folders[:] = sorted(f for f in folders if f != ".git")
            for name in names:
                path = os.path.relpath(os.path.join(base, name), root)
                self.files.add(path)
                self.named.setdefault(name, []).append(path)

    def included(self, path):
        """Names that the file includes, in order; conditions are not looked at."""
        if path not in self.read:
            with open(os.path.join(self.root, path), "rb") as file:
                self.read[path] = [n.decode("utf-8", "replace").strip() for n in INCLUDE.findall(file.read())]
        return self.read[path]

    def find(self, path, name, folders):
        """The file of the tree that an include means with these folders, or None."""
        for folder in [os.path.dirname(path), *folders]:
            candidate = os.path.normpath(os.path.join(folder, name))
            if candidate in self.files:
                return candidate
        return None

    def guess(self, path, name):
        """The folder of the tree below which `name` lies, nearest to the file that includes it; None where there is none."""
        tail = os.path.normpath(name)
        if tail.startswith(".."):
            return None
        found = [f for f in self.named.get(os.path.basename(tail), []) if f == tail or f.endswith("/" + tail)]
        if not found:
            return None

        def nearness(candidate):
            common = os.path.commonpath(["/" + os.path.dirname(path), "/" + os.path.dirname(candidate)])
            return -len(common), candidate.count("/"), candidate
        best = min(found, key=nearness)
        return best[:-len(tail)].rstrip("/")

    def folders(self, path):
        """Include folders for a unit, relative to the tree, as its includes ask for them."""
        folders, seen, queue = [], {path}, [path]
        while queue:
            current = queue.pop(0)
            for name in self.included(current):
                target = self.find(current, name, folders)
                if target is None and not any(os.path.isfile(os.path.join(s, name)) for s in self.system):
                    folder = self.guess(current, name)
                    if folder is not None:
                        folders.append(folder)
                        target = self.find(current, name, folders)
                if target is not None and target not in seen:
                    seen.add(target)
                    queue.append(target)
        return folders

    def reached(self, path, folders):
        """All files of the tree that the unit includes in the end, itself too, whatever the conditions."""
        seen, queue = {path}, [path]
        while queue:
            current = queue.pop()
            for name in self.included(current):
                target = self.find(current, name, folders)
                if target is not None and target not in seen:
                    seen.add(target)
                    queue.append(target)
        return sorted(seen)


def gcc_folders():
    """Folders of the C++ library and of the compiler's own headers."""
    try:
        log = subprocess.run(["g++", "-E", "-x", "c++", "-v", "/dev/null"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             check=False).stderr.decode("utf-8", "replace")
    except OSError:
        return []
    return [line.strip() for line in log.splitlines() if line.startswith(" /")]
