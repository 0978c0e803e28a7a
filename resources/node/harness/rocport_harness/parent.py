"""The process that starts the others: it imports nothing of the user's and no torch, so it lives on."""

import os

from . import FORMAT, bundles, children, program, results


def planned(plan):
    """Children of an action, in order."""
    names = ["environment"]
    if plan.action == "program":
        return []
    if plan.action == "convert":
        return names + ["convert_%d" % number for number in range(len(plan.files))]
    names.append("import")
    return names + ["case_" + case.id for case in plan.cases]


def cases_of_bundle(plan, out):
    """`compare` runs the bundle's cases, not the plan's."""
    with results.Check(out, "golden:bundle", "Golden bundle") as check:
        bundle = bundles.read(plan.reference)
        plan.cases = bundle.cases()
        check.detail = "%s of %s" % (results.counted(len(plan.cases), "case"), bundle.values.get("target", "an unnamed target"))
    return not check.failed


def run(plan, out, argv):
    stale = os.path.join(out, results.NAME)
    if os.path.exists(stale):
        os.remove(stale)
    results.write(out, "start", format=FORMAT, action=plan.action, title=plan.title, target=plan.target,
                  seed=plan.seed)
    failed = False
    if plan.action == "compare" and not cases_of_bundle(plan, out):
        plan.cases = []
        failed = True
    names = planned(plan)
    if plan.action == "program":
        failed = not program.run(plan, out)
    for name in names:
        if name.startswith("case_") and (not imported(out) or skipped(plan, out, name)):
            continue
        if not children.run(argv, name, out, plan.limit):
            failed = True
    checks = [r for r in results.read(out) if r.get("kind") == "check"]
    if plan.action == "capture" and any(c.get("state") == "passed" for c in checks):
        with results.Check(out, "golden:bundle", "Golden bundle") as check:
            check.detail = bundles.finish(plan, out)
    checks = [r for r in results.read(out) if r.get("kind") == "check"]
    failed = failed or any(c.get("state") == "failed" for c in checks)
    results.write(out, "end", action=plan.action, state="failed" if failed else "passed",
                  passed=sum(c.get("state") == "passed" for c in checks),
                  failed=sum(c.get("state") == "failed" for c in checks),
                  skipped=sum(c.get("state") == "skipped" for c in checks))
    return 1 if failed else 0


def imported(out):
    """The data of the import check; nothing: it did not pass."""
    for record in results.read(out):
        if record.get("id") == "load:import" and record.get("state") == "passed":
            return record.get("data") or {"factory": False}
    return None


def skipped(plan, out, name):
    """A factory brings its inputs, so one of the default shapes is enough."""
    return plan.action != "compare" and not plan.shapes and imported(out).get("factory") and not name.endswith("_0")
