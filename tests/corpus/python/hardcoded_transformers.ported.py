import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    # Code of other packages compiles without graphs.
    if getattr(torch.compile, "captures_graphs", True):
        import functools

        _compile_with_graphs = torch.compile

        @functools.wraps(_compile_with_graphs)
        def _compile_without_graphs(model=None, **settings):
            mode, options = settings.get("mode"), settings.get("options")
            if mode == "reduce-overhead":
                settings["mode"] = "default"
            elif mode == "max-autotune":
                settings["mode"] = "max-autotune-no-cudagraphs"
            elif options and options.get("triton.cudagraphs"):
                settings["options"] = {**options, "triton.cudagraphs": False}
            if settings.get("backend") == "cudagraphs":
                settings["backend"] = "inductor"
            return _compile_with_graphs(model, **settings)

        _compile_without_graphs.captures_graphs = False
        torch.compile = _compile_without_graphs
from transformers import AutoModelForCausalLM, AutoTokenizer


def generate(model, inputs):
    return model.generate(**inputs, cache_implementation="static", max_new_tokens=8)
