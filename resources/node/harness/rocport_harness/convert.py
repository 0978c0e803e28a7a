"""A .pt file as safetensors, read with weights_only=True so that nothing in it is run."""

import os

from . import tensorfile, values
from .prepared import import_torch
from .results import Check, Failed, counted, write


def run(plan, out, number):
    path = plan.files[number]
    with Check(out, "convert:%d" % number, "Convert %s" % os.path.basename(path)) as check:
        torch = import_torch()
        if not os.path.isfile(path):
            raise Failed("There is no file %s" % path)
        try:
            loaded = torch.load(path, map_location="cpu", weights_only=True)
        except TypeError:
            raise Failed("torch %s cannot load without running what is in the file (weights_only); use 1.13 or newer"
                         % torch.__version__) from None
        except Exception as error:
            raise Failed("It contains more than tensors, or was not written by torch.save (%s); it was not opened in another "
                         "way, since that could run code" % str(error).split("\n")[0]) from None
        # One name at the top: the file's own names then, without a prefix.
        tensors = [(name[5:] if name.startswith("file.") else name, tensor.detach().contiguous())
                   for name, tensor in values.named(torch, loaded, "file")]
        if not tensors:
            raise Failed("It contains no tensor")
        folder = os.path.join(out, "converted")
        os.makedirs(folder, exist_ok=True)
        name = os.path.splitext(os.path.basename(path))[0] + ".safetensors"
        if number and os.path.exists(os.path.join(folder, name)):
            name = "%d-%s" % (number, name)
        digest = tensorfile.write(os.path.join(folder, name), tensors)
        write(out, "converted", source=path, file="converted/" + name, sha256=digest)
        check.detail = "%s in %s" % (counted(len(tensors), "tensor"), name)
    return not check.failed
