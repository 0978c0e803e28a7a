"""L5: the same call many times: NaN, memory, time, and whether the bits stay."""

import time

from . import devices, inputs, results, values
from .prepared import TOLERANCE, prepare
from .results import Check, Failed, Skipped

ITERATIONS = 100
MAX_ITERATIONS = 100000
GROWTH_MB = 1.0


def one(made, number, first):
    """One iteration as a sample and the digest of its bits."""
    begin = time.monotonic()
    outputs = values.named(made.torch, made.outputs(), "out", True)
    elapsed = (time.monotonic() - begin) * 1000.0
    total = values.loss_of(made.torch, made.subject, [t for _, t in outputs])
    bad = sum(sum(values.count_not_finite(made.torch, t)) for _, t in outputs)
    digest = inputs.digest(outputs)
    sample = {"iteration": number, "value": float(total.to(made.torch.float64).item()) if total is not None else 0.0,
              "milliseconds": elapsed, "finite": bad == 0, "equalToFirst": first is None or digest == first}
    del outputs, total
    sample["memoryMb"] = devices.memory_mb(made.torch, made.device)
    return sample, digest


def run(plan, out, case):
    made = prepare(plan, out, case, "stability")
    if made is None:
        return False
    samples, first = [], None
    wanted = min(plan.iterations or ITERATIONS, MAX_ITERATIONS)
    with Check(out, "stability:run:" + case.id, "%d iterations, %s" % (wanted, case.id), devices.explain) as check:
        made.to_device()
        for number in range(wanted):
            sample, digest = one(made, number, first)
            first = first or digest
            samples.append(sample)
            results.write(out, "sample", case=case.id, **sample)
        check.detail = "%d of %d ended" % (len(samples), wanted)
    good = not check.failed
    if not samples:
        return False
    with Check(out, "stability:finite:" + case.id, "No NaN or Inf, %s" % case.id) as check:
        bad = [s["iteration"] for s in samples if not s["finite"]]
        if bad:
            raise Failed("%d of %d iterations have NaN or Inf, first in iteration %d"
                         % (len(bad), len(samples), bad[0]))
    good &= not check.failed
    good &= check_memory(out, case, made, samples)
    return good & check_bits(out, case, samples)


def check_memory(out, case, made, samples):
    with Check(out, "stability:memory:" + case.id, "Memory, %s" % case.id) as check:
        if not str(made.device).startswith("cuda"):
            raise Skipped("It ran on the CPU, whose memory is not measured")
        start = samples[min(len(samples) - 1, max(1, len(samples) // 10))]["memoryMb"]
        growth = samples[-1]["memoryMb"] - start
        check.data = {"growthMb": growth}
        if growth > GROWTH_MB:
            raise Failed("%.1f MB more is in use after the last iteration than after the first tenth" % growth)
        check.detail = "%.1f MB in use, %+.2f MB since the first tenth" % (samples[-1]["memoryMb"], growth)
    return check.state != "failed"


def check_bits(out, case, samples):
    with Check(out, "stability:repeat:" + case.id, "Repeatable, %s" % case.id) as check:
        differ = [s for s in samples if not s["equalToFirst"]]
        base = samples[0]["value"]
        worst = max([abs(s["value"] - base) for s in differ] or [0.0])
        check.data = {"differ": len(differ), "worst": worst}
        limit = TOLERANCE[case.dtype]
        if not worst <= limit + limit * abs(base):
            raise Failed("%d of %d iterations differ from the first, by up to %.3g in the loss"
                         % (len(differ), len(samples), worst))
        check.detail = ("Every iteration equals the first bit for bit" if not differ else
                        "%d of %d differ in bits from the first, by up to %.3g in the loss, within the tolerance"
                        % (len(differ), len(samples), worst))
    return check.state != "failed"
