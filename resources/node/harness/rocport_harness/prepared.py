"""A case that is ready to run, and the checks that every kind of case begins with."""

import sys

from . import devices, inputs, results, target, values
from .results import Check, Failed, Skipped

TOLERANCE = {"float64": 1e-6, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}


def import_torch():
    try:
        import torch
    except Exception as error:
        raise Failed("torch cannot be imported by %s (%s: %s); use the Python of the image that has ROCm's torch"
                     % (sys.executable, type(error).__name__, str(error).split("\n")[0])) from None
    return torch


def target_sentence(error):
    return str(error) if isinstance(error, results.Plain) else devices.explain(error)


class Prepared:
    """A case that is ready to run: the subject on its device, and its inputs on the CPU."""

    def __init__(self, torch, plan, case):
        self.torch, self.plan, self.case = torch, plan, case
        self.device = devices.choose(torch, plan.device)
        self.dtype = getattr(torch, case.dtype)
        torch.manual_seed(plan.seed)
        self.subject = target.make(torch, target.find(plan.target), plan)
        self.is_module = target.is_module(torch, self.subject.model)
        if self.is_module:
            self.subject.model.train(self.subject.train)
            self.subject.model.to(self.dtype)
        given = self.subject.inputs
        self.inputs = inputs.make(torch, plan, case, self.subject.arguments) if given is None else \
            values.moved(torch, given, "cpu", self.dtype)

    def named_inputs(self):
        return values.named(self.torch, self.inputs, "in")

    def to_device(self):
        if self.is_module:
            self.subject.model.to(self.device)

    def forward(self, gradient=False, device=None, dtype=None):
        """(inputs, output) of one call."""
        given = values.moved(self.torch, self.inputs, device or self.device, dtype, gradient)
        return given, values.call(self.subject.model, given)

    def outputs(self):
        with self.torch.no_grad():
            _, output = self.forward()
        devices.synchronize(self.torch, self.device)
        return output

    def state(self):
        return list(self.subject.model.state_dict().items()) if self.is_module else []

    def gradients(self):
        """((name, gradient) pairs, loss) of one backward pass. Raises Skipped where there is none."""
        if self.is_module:
            self.subject.model.zero_grad()
        given, output = self.forward(gradient=True)
        loss = values.loss_of(self.torch, self.subject, output)
        if loss is None:
            raise Skipped("No output is a floating-point tensor, so there is nothing to run backward")
        if not loss.requires_grad:
            raise Skipped("The output has no gradient function, so there is nothing to run backward")
        loss.backward()
        devices.synchronize(self.torch, self.device)
        found = [(n, t.grad) for n, t in values.named(self.torch, given, "in") if t.grad is not None]
        if self.is_module:
            found += [("parameter." + n, p.grad) for n, p in self.subject.model.named_parameters()
                      if p.grad is not None]
        if not found:
            raise Failed("The backward pass ran, but no input or parameter got a gradient")
        return found, float(loss.detach().to(self.torch.float64).item())


def prepare(plan, out, case, prefix):
    """The first check of a case. None when it failed."""
    made = None
    with Check(out, "%s:inputs:%s" % (prefix, case.id), "Inputs, %s" % case.id, target_sentence) as check:
        torch = import_torch()
        devices.exact(torch)
        made = Prepared(torch, plan, case)
        named = made.named_inputs()
        if not named:
            raise Failed("There is no input tensor")
        digest = inputs.digest(named)
        results.write(out, "inputs", case=case.id, hash=digest,
                      tensors=[{"name": n, "dtype": str(t.dtype), "shape": list(t.shape)} for n, t in named])
        check.detail = ", ".join("%s %s" % (n, list(t.shape)) for n, t in named[:6])
        check.data = {"hash": digest}
    return None if check.failed else made


def check_finite(out, made, ident, name, tensors):
    with Check(out, ident, name) as check:
        bad = []
        for key, tensor in tensors:
            nans, infs = values.count_not_finite(made.torch, tensor)
            if nans or infs:
                bad.append("%s has %d NaN and %d Inf among %d elements" % (key, nans, infs, tensor.numel()))
        if bad:
            raise Failed("; ".join(bad[:8]))
        check.detail = "%s, no NaN, no Inf" % results.counted(len(tensors), "tensor")
    return not check.failed
