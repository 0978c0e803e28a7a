"""What a child process does: one piece of the work, in checks."""

import faulthandler
import inspect
import signal

from . import convert, devices, golden, load, results, stability, target
from .prepared import import_torch, target_sentence
from .results import Check, Failed, Skipped


def run_child(plan, out, name):
    """One child. Exit status 0: every check passed or was skipped."""
    faulthandler.enable()
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, all_threads=True)
    if name == "environment":
        ok = environment(plan, out)
    elif name == "import":
        ok = import_target(plan, out)
    elif name.startswith("convert_"):
        ok = convert.run(plan, out, int(name[len("convert_"):]))
    else:
        ok = run_case(plan, out, name[len("case_"):])
    results.write(out, "done", child=name)
    return 0 if ok else 1


def environment(plan, out):
    with Check(out, "load:environment", "Torch and device", devices.explain) as check:
        if plan.action == "convert":
            try:
                torch = import_torch()
            except Failed as missing:
                raise Skipped(str(missing)) from None
            check.detail = "torch %s" % torch.__version__
            return True
        torch = import_torch()
        device = devices.choose(torch, plan.device)
        facts = devices.environment(torch, device)
        results.write(out, "environment", **facts)
        if facts["gfx"]:
            check.detail = "torch %s with HIP %s on %s" % (facts["torch"], facts["hip"], facts["gfx"])
        else:
            check.detail = "torch %s on %s, which is not an AMD GPU" % (facts["torch"], facts["deviceName"] or "the CPU")
    return not check.failed or check.state == "skipped"


def import_target(plan, out):
    with Check(out, "load:import", "Import of %s" % plan.target, target_sentence) as check:
        torch = import_torch()
        found = target.find(plan.target)
        check.data = {"factory": target.is_factory(torch, found, plan)}
        check.detail = "a %s from %s" % ("class" if isinstance(found, type) else type(found).__name__,
                                         source_of(found))
    return not check.failed


def source_of(found):
    try:
        return inspect.getsourcefile(found) or "an unknown place"
    except TypeError:
        return "an unknown place"


def run_case(plan, out, ident):
    if plan.action == "load":
        return load.run(plan, out, plan.case(ident))
    if plan.action == "stability":
        return stability.run(plan, out, plan.case(ident))
    return golden.capture(plan, out, plan.case(ident)) if plan.action == "capture" else \
        golden.compare(plan, out, ident)
