"""L4: forward, backward, NaN and Inf, where the results lie, and the loss against the CPU."""

from . import devices, results, values
from .prepared import TOLERANCE, check_finite, prepare
from .results import Check, Failed, Skipped


def run(plan, out, case):
    made = prepare(plan, out, case, "load")
    if made is None:
        return False
    good, loss = True, None
    with Check(out, "load:forward:" + case.id, "Forward, %s" % case.id, devices.explain) as check:
        made.to_device()
        output = made.outputs()
        tensors = values.named(made.torch, output, "out", True)
        if not tensors:
            raise Failed("The target gave no tensor")
        check.detail = ", ".join("%s %s" % (n, list(t.shape)) for n, t in tensors[:6])
    if check.failed:
        return False
    good &= check_finite(out, made, "load:finite:" + case.id, "No NaN or Inf, %s" % case.id, tensors)
    good &= check_device(out, made, tensors)
    if plan.backward:
        with Check(out, "load:backward:" + case.id, "Backward, %s" % case.id, devices.explain) as check:
            gradients, loss = made.gradients()
            check.detail = "loss %.6g, %s" % (loss, results.counted(len(gradients), "gradient"))
            check.data = {"loss": loss}
        good &= check.state != "failed"
        if check.state == "passed":
            good &= check_finite(out, made, "load:gradients:" + case.id,
                                 "No NaN or Inf in gradients, %s" % case.id, gradients)
    return good & check_cpu(out, made, output, loss)


def check_device(out, made, tensors):
    with Check(out, "load:device:" + made.case.id, "On the GPU, %s" % made.case.id) as check:
        if not str(made.device).startswith("cuda"):
            raise Skipped("It ran on the CPU, which says nothing about a GPU")
        elsewhere = [n for n, t in tensors if t.device.type != "cuda"]
        if elsewhere:
            raise Failed("These outputs are not on the GPU: %s" % ", ".join(elsewhere[:8]))
        check.detail = "%s on %s" % (results.counted(len(tensors), "output"), made.device)
    return not check.failed or check.state == "skipped"


def loss_on_cpu(made, dtype):
    if made.is_module:
        made.subject.model.to("cpu").to(dtype)
    with made.torch.no_grad():
        _, output = made.forward(device="cpu", dtype=dtype)
    loss = values.loss_of(made.torch, made.subject, output)
    return float(loss.to(made.torch.float64).item())


def check_cpu(out, made, output, loss):
    """The loss of the device against that of the same weights and inputs in float64 on the CPU."""
    with Check(out, "load:cpu:" + made.case.id, "Loss against the CPU, %s" % made.case.id) as check:
        if loss is None:
            total = values.loss_of(made.torch, made.subject, output)
            if total is None:
                raise Skipped("No output is a floating-point tensor")
            loss = float(total.to(made.torch.float64).item())
        reasons = []
        reference = None
        for name in ("float64", "float32"):
            try:
                reference = loss_on_cpu(made, getattr(made.torch, name))
                break
            except Exception as error:
                reasons.append("%s: %s" % (name, results.sentence(error)))
        if reference is None:
            raise Skipped("It does not run on the CPU (%s); compare golden vectors instead" % "; ".join(reasons))
        limit = TOLERANCE[made.case.dtype]
        difference = abs(loss - reference)
        check.data = {"loss": loss, "reference": reference, "type": name}
        if not difference <= limit + limit * abs(reference):
            raise Failed("The loss is %.9g, on the CPU in %s %.9g; they may differ by %.3g"
                         % (loss, name, reference, limit + limit * abs(reference)))
        check.detail = "%.9g, on the CPU in %s %.9g" % (loss, name, reference)
    return check.state != "failed"
