import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    try:
        from flash_attn import flash_attn_func
    except ImportError:
        import functools

        import torch

        @functools.lru_cache(maxsize=None)
        def _amd_attention(device):
            # AMD's library, where it serves the GPU.
            architecture = torch.cuda.get_device_properties(device).gcnArchName.split(":")[0]
            if architecture not in ("gfx942", "gfx950"):
                return None
            try:
                import aiter
            except ImportError:
                return None
            return aiter if hasattr(aiter, "flash_attn_func") else None

        def _amd_attention_for(q):
            half = q.dtype in (torch.float16, torch.bfloat16)
            return _amd_attention(q.device) if q.is_cuda and half else None

        def _refuse(options):
            for name, value in options.items():
                unset = value is None or isinstance(value, (bool, int, float)) and not value
                if name != "deterministic" and not unset:
                    raise NotImplementedError(f"{name} of flash-attn has no stand-in on ROCm")

        def _plain_attention(q, k, v, dropout_p, softmax_scale, causal, window_size):
            # (batch, tokens, heads, size) as in flash-attn; PyTorch wants heads before tokens.
            rows, columns = q.shape[1], k.shape[1]
            left, right = window_size
            right = 0 if causal else right
            options = {}
            empty = None
            if left < 0 and (right < 0 or rows == 1 <= columns):
                pass  # every key is seen, by the one newest query too
            elif left < 0 and right == 0 and rows == columns:
                options["is_causal"] = True
            else:
                # Aligned at the lower right. Written out, since `is_causal` aligns at the upper left, and
                # so do ROCm's kernels for PyTorch's causal_lower_right.
                place = torch.arange(columns, device=q.device) - (columns - rows)
                place = place - torch.arange(rows, device=q.device)[:, None]
                seen = torch.ones(rows, columns, dtype=torch.bool, device=q.device)
                if right >= 0:
                    seen &= place <= right
                if left >= 0:
                    seen &= place >= -left
                empty = ~seen.any(dim=1)
                options["attn_mask"] = seen | empty[:, None]
            q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
            groups = q.shape[1] // k.shape[1]
            if groups > 1 and tuple(int(n) for n in torch.__version__.split(".")[:2]) >= (2, 5):
                options["enable_gqa"] = True
            elif groups > 1:
                k, v = k.repeat_interleave(groups, dim=1), v.repeat_interleave(groups, dim=1)
            out = torch.nn.functional.scaled_dot_product_attention(
                q, k, v, dropout_p=dropout_p, scale=softmax_scale, **options
            )
            if empty is not None:
                out = out.masked_fill(empty[:, None], 0)  # a query that sees no key
            return out.transpose(1, 2).contiguous()

        def _attention(q, k, v, dropout_p, softmax_scale, causal, window_size):
            library = _amd_attention_for(q)
            if library is not None:
                return library.flash_attn_func(
                    q, k, v, dropout_p=dropout_p, softmax_scale=softmax_scale, causal=causal,
                    window_size=tuple(window_size),
                )
            return _plain_attention(q, k, v, dropout_p, softmax_scale, causal, window_size)

        def flash_attn_func(q, k, v, dropout_p=0.0, softmax_scale=None, causal=False,
                            window_size=(-1, -1), **options):
            _refuse(options)
            return _attention(q, k, v, dropout_p, softmax_scale, causal, window_size)
else:
    from flash_attn import flash_attn_func


def attend(q, k, v):
    return flash_attn_func(q, k, v, causal=True)
