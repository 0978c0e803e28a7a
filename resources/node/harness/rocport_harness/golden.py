"""L5: capture of a golden bundle, and the same inputs and weights run again elsewhere."""

import os

from . import bundles, devices, inputs, plans, results, tensorfile, values
from .prepared import Prepared, check_finite, import_torch, prepare, target_sentence
from .results import Check, Failed


def size_of(tensors):
    return sum(t.numel() * t.element_size() for _, t in tensors)


def run_both(plan, out, made, prefix):
    """(outputs, gradients, good) of a case; None where the forward pass failed."""
    case, outputs, gradients = made.case, None, []
    with Check(out, "%s:forward:%s" % (prefix, case.id), "Forward, %s" % case.id, devices.explain) as check:
        made.to_device()
        outputs = values.named(made.torch, made.outputs(), "out", True)
        if not outputs:
            raise Failed("The target gave no tensor")
        check.detail = ", ".join("%s %s" % (n, list(t.shape)) for n, t in outputs[:6])
    if check.failed:
        return None
    good = check_finite(out, made, "%s:finite:%s" % (prefix, case.id), "No NaN or Inf, %s" % case.id, outputs)
    if plan.backward:
        with Check(out, "%s:backward:%s" % (prefix, case.id), "Backward, %s" % case.id, devices.explain) as check:
            gradients, loss = made.gradients()
            check.detail = "loss %.9g, %s" % (loss, results.counted(len(gradients), "gradient"))
            check.data = {"loss": loss}
        good &= check.state != "failed"
    return outputs, gradients, good


def capture(plan, out, case):
    made = prepare(plan, out, case, "golden")
    if made is None:
        return False
    state = [(n, t.detach().clone()) for n, t in made.state()]
    found = run_both(plan, out, made, "golden")
    if found is None:
        return False
    outputs, gradients, good = found
    with Check(out, "golden:capture:" + case.id, "Capture, %s" % case.id) as check:
        more = {"inputsHash": inputs.digest(made.named_inputs())}
        if state:
            more["stateHash"] = inputs.digest(state)
            if size_of(state) > plan.state_limit:
                state = []
                more["stateLeftOut"] = True
        if size_of(gradients) > plan.state_limit:
            gradients = [(n, g) for n, g in gradients if not n.startswith("parameter.")]
            more["gradientsLeftOut"] = True
        bundles.write_case(plan, out, case, {"inputs": made.named_inputs(), "outputs": outputs,
                                             "gradients": gradients, "state": state}, more)
        check.detail = "%s, %s, %s of state" % (
            results.counted(len(outputs), "output"), results.counted(len(gradients), "gradient"),
            results.counted(len(state), "tensor"))
        check.data = more
    return good and not check.failed


def fill(made, stored):
    """Puts the bundle's inputs in the place of those that were made here."""
    names = [n for n, _ in made.named_inputs()]
    if sorted(names) != sorted(stored):
        raise Failed("The bundle's inputs are %s, but the target takes %s"
                     % (", ".join(sorted(stored)[:8]), ", ".join(names[:8])))
    left = iter(names)
    made.inputs = values.mapped(made.torch, made.inputs, lambda tensor: stored[next(left)])


def restore(made, bundle, case):
    """The bundle's weights, in the place of those that were made here. Gives a sentence."""
    wanted = case.record.get("stateHash")
    if not wanted:
        return "no weights"
    if not made.is_module:
        raise Failed("The bundle contains the weights of a module, but the target here is not a module")
    stored = bundle.tensors(made.torch, case, "state")
    if stored:
        made.subject.model.load_state_dict(stored, strict=True)
    if inputs.digest(made.state()) != wanted:
        raise Failed("The weights are not those of the bundle%s" % (
            "" if stored else ", which contains only their hash; load the same checkpoint on both nodes"))
    return "%s of state" % results.counted(len(made.state()), "tensor")


def as_captured(plan, bundle):
    """Seed, shapes and form are the bundle's, so that the target is taken for what it was then."""
    recorded = bundle.values.get("plan")
    recorded = recorded if isinstance(recorded, dict) else {}
    plan.seed = int(bundle.values.get("seed", plan.seed))
    plan.shapes = plans.list_of(recorded, "shapes")
    plan.form = plans.text_of(recorded, "form") or plan.form
    if not plan.init and isinstance(recorded.get("arguments"), dict):
        plan.init = recorded["arguments"]


def compare(plan, out, ident):
    bundle, made = None, None
    with Check(out, "golden:inputs:" + ident, "Inputs, %s" % ident, target_sentence) as check:
        bundle = bundles.read(plan.reference)
        case = [c for c in bundle.cases() if c.id == ident][0]
        as_captured(plan, bundle)
        torch = import_torch()
        devices.exact(torch)
        stored = bundle.tensors(torch, case, "inputs")
        made = Prepared(torch, plan, case)
        again = inputs.digest(made.named_inputs())
        fill(made, stored)
        digest = inputs.digest(made.named_inputs())
        results.write(out, "inputs", case=ident, hash=digest)
        if digest != case.record.get("inputsHash"):
            raise Failed("The inputs are not those that were captured: their hash differs")
        weights = restore(made, bundle, case)
        check.detail = "As captured%s; %s" % (", and they were generated again from the seed" if again == digest else "", weights)
        check.data = {"hash": digest, "madeAgain": again == digest}
    if check.failed:
        return False
    found = run_both(plan, out, made, "golden")
    if found is None:
        return False
    outputs, gradients, good = found
    with Check(out, "golden:candidate:" + ident, "Results, %s" % ident) as check:
        folder = os.path.join(out, "candidate")
        os.makedirs(folder, exist_ok=True)
        for part, tensors in (("outputs", outputs), ("gradients", gradients)):
            if tensors:
                name = "%s.%s.safetensors" % (ident, part)
                digest = tensorfile.write(os.path.join(folder, name), tensors, {"case": ident, "part": part})
                results.write(out, "candidate", case=ident, part=part, file="candidate/" + name, sha256=digest)
        check.detail = "%s, %s written" % (results.counted(len(outputs), "output"),
                                           results.counted(len(gradients), "gradient"))
    return good and not check.failed
