"""Finds what the user named, and says plainly why when it cannot.

Forms: a function, an nn.Module class or instance, a factory giving (model, inputs), and a file of the
user's own (path/to/case.py, or path/to/case.py:name) whose `rocport_case` is such a factory. A factory may
also give an object of these keys: model, inputs, loss, train.
"""

import difflib
import importlib
import importlib.util
import inspect
import os
import sys
import traceback

from .results import Plain

DEFAULT_NAME = "rocport_case"


class TargetError(Plain):
    """The target cannot be used; the text says why and what to do."""


class Subject:
    """What is run: `model` is called with inputs (positional; a dict of them by name)."""

    def __init__(self, model, inputs=None, loss=None, train=False, arguments=None):
        self.model = model
        self.inputs = inputs        # of a factory; None: made from shapes
        self.loss = loss            # of a factory; None: mean of squares
        self.train = train
        self.arguments = arguments  # how many inputs a function takes: (least, most); None: unknown


def prepare_path(root="."):
    """The tree, and where packages usually lie in it, before what is installed."""
    root = os.path.abspath(root)
    for folder in (os.path.join(root, "python"), os.path.join(root, "src"), root):
        if os.path.isdir(folder) and folder not in sys.path:
            sys.path.insert(0, folder)


def split(text):
    if text.endswith(".py") or ".py:" in text:
        path, _, name = text.partition(".py")
        return path + ".py", name.lstrip(":") or DEFAULT_NAME
    module, colon, name = text.partition(":")
    if not colon or not module.strip() or not name.strip():
        raise TargetError("'%s' is not of the form package.module:callable, nor a file.py:callable" % text)
    return module.strip(), name.strip()


def load_file(path):
    if not os.path.isfile(path):
        raise TargetError("The file %s is not in the tree (searched from %s)" % (path, os.getcwd()))
    name = "rocport_user_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec.loader.exec_module(module)
    return module


def import_error(name, error):
    missing = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError) and missing and (name == missing or name.startswith(missing + ".")):
        return ("There is no module '%s' in the tree or among the installed packages; the tree's folder, its src and "
                "its python folder were searched. Name the module as the tree has it, or synchronise first" % missing)
    if isinstance(error, ModuleNotFoundError) and missing:
        return ("'%s' imports '%s', which this node's Python does not have; install it there with "
                "pip install --no-deps, or guard the import" % (name, missing))
    if isinstance(error, SyntaxError):
        return "%s, line %s has a syntax error: %s" % (error.filename, error.lineno, error.msg)
    return "'%s' cannot be imported: %s: %s" % (name, type(error).__name__, str(error).split("\n")[0])


def find(text, root="."):
    """The object that was named."""
    module_name, names = split(text)
    prepare_path(root)
    try:
        is_file = module_name.endswith(".py")
        module = load_file(module_name) if is_file else importlib.import_module(module_name)
    except TargetError:
        raise
    except SystemExit as error:
        raise TargetError("'%s' ends the program when it is imported (status %s); put what it runs below "
                          "if __name__ == '__main__'" % (module_name, error.code)) from None
    except Exception as error:
        if not isinstance(error, ModuleNotFoundError):
            traceback.print_exc()
        raise TargetError(import_error(module_name, error)) from None
    found = module
    for name in names.split("."):
        if not hasattr(found, name):
            near = difflib.get_close_matches(name, [n for n in dir(found) if not n.startswith("__")], 3)
            hint = "; did you mean %s" % " or ".join(near) if near else ""
            raise TargetError("%s has no '%s'%s" % (module_name, name, hint))
        found = getattr(found, name)
    if not callable(found):
        raise TargetError("%s of %s cannot be called: it is %s" % (names, module_name, type(found).__name__))
    return found


def positional(callable_object):
    """(least, most) positional arguments; most is None for *args; None when not known."""
    try:
        parameters = inspect.signature(callable_object).parameters.values()
    except (TypeError, ValueError):
        return None
    least = most = 0
    for parameter in parameters:
        if parameter.kind == parameter.VAR_POSITIONAL:
            most = None
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            most = most + 1 if most is not None else None
            least += parameter.default is parameter.empty
        elif parameter.kind == parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            raise TargetError("'%s' must be given by name; write a factory that gives (model, inputs)"
                              % parameter.name)
    return least, most


def is_module(torch, found):
    module = getattr(getattr(torch, "nn", None), "Module", None)
    return module is not None and isinstance(found, module)


def is_module_class(torch, found):
    module = getattr(getattr(torch, "nn", None), "Module", None)
    return module is not None and inspect.isclass(found) and issubclass(found, module)


def from_factory(found, init):
    made = found(**init)
    if isinstance(made, dict):
        if "model" not in made:
            raise TargetError("The factory returned an object without 'model'")
        unknown = set(made) - {"model", "inputs", "loss", "train"}
        if unknown:
            raise TargetError("The factory returned unknown keys: %s" % ", ".join(sorted(map(str, unknown))))
        model, inputs = made["model"], made.get("inputs")
        subject = Subject(model, inputs, made.get("loss"), bool(made.get("train")))
    elif isinstance(made, (tuple, list)) and len(made) == 2 and callable(made[0]):
        subject = Subject(made[0], made[1])
    elif callable(made):
        subject = Subject(made)
    else:
        raise TargetError("It takes no inputs, so it is treated as a factory, but it returned a %s instead of "
                          "(model, inputs)" % type(made).__name__)
    if not callable(subject.model):
        raise TargetError("The factory's model is a %s, which cannot be called" % type(subject.model).__name__)
    if subject.inputs is None:
        subject.arguments = positional(getattr(subject.model, "forward", subject.model))
    return subject


def is_factory(torch, found, plan):
    """Whether the target makes a model rather than being one. Nothing is called to find out."""
    if plan.form != "auto":
        return plan.form == "factory"
    if is_module_class(torch, found) or is_module(torch, found):
        return False
    if split(plan.target)[1] == DEFAULT_NAME:
        return True
    if plan.shapes:
        return False
    arguments = positional(found)
    return arguments is not None and arguments[1] is not None and arguments[0] <= len(plan.init)


def make(torch, found, plan):
    """The subject of one case, new each time."""
    form = plan.form
    if is_factory(torch, found, plan):
        return from_factory(found, plan.init)
    if is_module_class(torch, found) and form in ("auto", "module"):
        try:
            inspect.signature(found).bind(**plan.init)
        except TypeError as error:
            raise TargetError("%s cannot be made: %s; give 'arguments', or write a factory that gives "
                              "(model, inputs)" % (found.__name__, error)) from None
        except ValueError:
            pass
        model = found(**plan.init)
        return Subject(model, arguments=positional(model.forward))
    if form == "module" and not is_module(torch, found):
        raise TargetError("%s is not an nn.Module" % plan.target)
    if is_module(torch, found):
        return Subject(found, arguments=positional(found.forward))
    arguments = positional(found)
    return Subject(lambda *inputs, **named: found(*inputs, **dict(plan.init, **named)) if plan.init
                   else found(*inputs, **named), arguments=arguments)
