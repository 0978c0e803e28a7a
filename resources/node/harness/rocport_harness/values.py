"""Outputs of any nesting as named tensors, and back to other devices and types."""

MAX_DEPTH = 12
MAX_TENSORS = 2000


def is_tensor(torch, value):
    return isinstance(value, torch.Tensor)


def named(torch, value, prefix, numbers=False, depth=0):
    """(name, tensor) pairs: "out", "out.0", "out.logits". With `numbers` floats become tensors; the rest is left
    out."""
    if depth > MAX_DEPTH:
        return []
    if is_tensor(torch, value):
        return [(prefix, value)]
    if numbers and isinstance(value, float):
        return [(prefix, torch.tensor(value, dtype=torch.float64))]
    items = []
    if isinstance(value, dict):
        items = list(value.items())
    elif hasattr(value, "to_tuple") and hasattr(value, "keys"):
        items = [(key, value[key]) for key in value.keys()]
    elif hasattr(value, "_fields"):
        items = [(name, getattr(value, name)) for name in value._fields]
    elif isinstance(value, (list, tuple)):
        items = list(enumerate(value))
    elif hasattr(value, "__dataclass_fields__"):
        items = [(name, getattr(value, name)) for name in value.__dataclass_fields__]
    found = []
    for key, item in items:
        found += named(torch, item, "%s.%s" % (prefix, key), numbers, depth + 1)
        if len(found) > MAX_TENSORS:
            break
    return found[:MAX_TENSORS]


def mapped(torch, value, change, depth=0):
    """The same nesting with `change` applied to each tensor."""
    if is_tensor(torch, value):
        return change(value)
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, dict):
        return {key: mapped(torch, item, change, depth + 1) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[mapped(torch, item, change, depth + 1) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([mapped(torch, item, change, depth + 1) for item in value])
    return value


def floating(tensor):
    return tensor.dtype.is_floating_point


def moved(torch, value, device, dtype=None, gradient=False):
    """Copies on a device; floating tensors in `dtype` where one is given, as leaves with a gradient if asked."""
    def change(tensor):
        copy = tensor.detach().clone()
        if dtype is not None and floating(tensor):
            copy = copy.to(dtype)
        copy = copy.to(device)
        if gradient and floating(copy):
            copy.requires_grad_(True)
        return copy

    return mapped(torch, value, change)


def call(model, inputs):
    if isinstance(inputs, dict):
        return model(**inputs)
    if isinstance(inputs, (list, tuple)):
        return model(*inputs)
    return model(inputs)


def loss_of(torch, subject, output):
    """A single number that every floating output enters, in float32 or wider."""
    if subject.loss is not None:
        return subject.loss(output)
    total = None
    for _, tensor in named(torch, output, "out"):
        if not floating(tensor) or tensor.numel() == 0:
            continue
        wide = tensor if tensor.dtype == torch.float64 else tensor.to(torch.float32)
        part = (wide * wide).mean()
        total = part if total is None else total + part
    return total


def count_not_finite(torch, tensor):
    """(NaN, Inf) in a tensor."""
    if not floating(tensor) or tensor.numel() == 0:
        return 0, 0
    tensor = tensor.detach()
    # Types of 8 bits have no isnan; float64 has values that float32 has not.
    wide = tensor if tensor.dtype in (torch.float32, torch.float64) else tensor.to(torch.float32)
    return int(torch.isnan(wide).sum().item()), int(torch.isinf(wide).sum().item())
