# rocport-target: torch=2.6 rocm=6.4
import functools

import torch._dynamo.convert_frame


def patch_dynamo_rng():
    def skip(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return fn(*args, **kwargs)

        return wrapper

    torch._dynamo.convert_frame.preserve_global_state = skip
