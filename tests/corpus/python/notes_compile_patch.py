import torch

is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
_orig_compile = torch.compile


def _safe_compile(model=None, **kwargs):
    if is_rocm and kwargs.get("mode") in (None, "reduce-overhead"):
        kwargs["mode"] = "default"
    return _orig_compile(model, **kwargs)


def _narrow_compile(model=None, **kwargs):
    if kwargs.get("mode") in ("max-autotune", "reduce-overhead"):
        kwargs["mode"] = "default"
    return _orig_compile(model, **kwargs)


torch.compile = _safe_compile
