"""Golden bundles: a folder with bundle.json and safetensors files, which says how it was made."""

import json
import os
import shutil
import sys
import time

from . import plans, results, tensorfile

PARTS = ("inputs", "outputs", "gradients", "state")
MAX_JSON = 16 << 20


class BundleError(results.Plain):
    """The bundle cannot be used; the text says why."""


class Bundle:
    def __init__(self, folder, values):
        self.folder = folder
        self.values = values

    def cases(self):
        found = []
        for entry in self.values["cases"]:
            case = plans.Case(entry["id"], entry["dtype"],
                              [plans.Argument(text) for text in entry.get("arguments", [])])
            case.replicate = bool(entry.get("replicate"))
            case.record = entry
            found.append(case)
        return found

    def path(self, case, part):
        """The file of one part of a case; empty: it has none. Only names within the folder are taken."""
        name = case.record.get("files", {}).get(part, {}).get("name", "")
        if name and (os.path.basename(name) != name or name.startswith(".")):
            raise BundleError("the bundle names the file '%s', which is not in its folder" % name)
        return os.path.join(self.folder, name) if name else ""

    def tensors(self, torch, case, part):
        """{name: tensor}; the file must be the one that was recorded."""
        path = self.path(case, part)
        if not path:
            return {}
        wanted = case.record["files"][part].get("sha256", "")
        if not os.path.isfile(path):
            raise BundleError("%s of the golden bundle is missing" % os.path.basename(path))
        if wanted and tensorfile.file_hash(path) != wanted:
            raise BundleError("%s is not the file that was captured: its hash differs" % os.path.basename(path))
        return tensorfile.read(torch, path)


def read(folder):
    path = os.path.join(folder, "bundle.json")
    try:
        if os.path.getsize(path) > MAX_JSON:
            raise BundleError("%s is larger than 16 MiB" % path)
        with open(path, encoding="utf-8") as stream:
            values = json.load(stream)
    except OSError as error:
        raise BundleError("%s cannot be read: %s" % (path, error.strerror)) from None
    except ValueError as error:
        raise BundleError("%s is not JSON: %s" % (path, error)) from None
    if not isinstance(values, dict) or not isinstance(values.get("cases"), list) or not values["cases"]:
        raise BundleError("%s has no cases" % path)
    for entry in values["cases"]:
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or \
                not isinstance(entry.get("dtype"), str) or not entry["id"].replace("_", "").isalnum():
            raise BundleError("%s has a case without id or dtype" % path)
    return Bundle(folder, values)


def folder_of(out):
    folder = os.path.join(out, "bundle")
    os.makedirs(folder, exist_ok=True)
    return folder


def write_case(plan, out, case, parts, more):
    """Writes the tensors of one case and its record, which finish() puts into bundle.json."""
    folder = folder_of(out)
    files = {}
    for part in PARTS:
        tensors = parts.get(part)
        if not tensors:
            continue
        name = "%s.%s.safetensors" % (case.id, part)
        digest = tensorfile.write(os.path.join(folder, name), tensors, {"case": case.id, "part": part})
        files[part] = {"name": name, "sha256": digest,
                       "tensors": [{"name": n, "dtype": tensorfile.dtype_name(t), "shape": [int(s) for s in t.shape]}
                                   for n, t in tensors]}
    entry = {"id": case.id, "dtype": case.dtype, "arguments": [a.text for a in case.arguments],
             "replicate": case.replicate, "files": files}
    entry.update(more)
    with open(os.path.join(folder, case.id + ".part.json"), "w", encoding="utf-8") as stream:
        json.dump(results.clean(entry), stream)


def finish(plan, out):
    """Makes bundle.json of what the cases left. Gives a sentence."""
    folder = folder_of(out)
    cases = []
    for case in plan.cases:
        path = os.path.join(folder, case.id + ".part.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as stream:
                cases.append(json.load(stream))
            os.remove(path)
    if not cases:
        raise BundleError("no case was captured")
    environment = {}
    for record in results.read(out):
        if record.get("kind") == "environment":
            environment = {k: v for k, v in record.items() if k != "kind"}
    values = {
        "format": "rocport-golden", "version": 1, "title": plan.title or plan.target, "target": plan.target,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "seed": plan.seed,
        "environment": environment, "plan": plan.values, "script": "reproduce.sh", "cases": cases,
    }
    with open(os.path.join(folder, "reproduce.sh"), "w", encoding="utf-8") as stream:
        stream.write("#!/bin/sh\n# Captures this bundle again; run it in the sources, with harness.pyz beside it.\n"
                     "here=$(dirname \"$0\")\n"
                     "python3 \"$here/harness.pyz\" capture --plan \"$here/plan.json\" --out \"${1:-results}\"\n")
    with open(os.path.join(folder, "plan.json"), "w", encoding="utf-8") as stream:
        json.dump(plan.values, stream, indent=1)
    if os.path.isfile(sys.argv[0]) and sys.argv[0].endswith(".pyz"):
        shutil.copyfile(sys.argv[0], os.path.join(folder, "harness.pyz"))
    part = os.path.join(folder, "bundle.json.part")
    with open(part, "w", encoding="utf-8") as stream:
        json.dump(values, stream, indent=1)
        stream.write("\n")
    os.replace(part, os.path.join(folder, "bundle.json"))
    left_out = len(plan.cases) - len(cases)
    return "%s in bundle.json%s" % (results.counted(len(cases), "case"), ", %d left out" % left_out if left_out else "")
