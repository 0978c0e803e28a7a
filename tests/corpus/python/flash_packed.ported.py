import torch
is_rocm = hasattr(torch.version, "hip") and torch.version.hip is not None
if is_rocm:
    try:
        from flash_attn.flash_attn_interface import flash_attn_qkvpacked_func, flash_attn_varlen_qkvpacked_func
        from flash_attn.bert_padding import unpad_input
        from flash_attn import flash_attn_kvpacked_func, flash_attn_varlen_kvpacked_func, flash_attn_with_kvcache
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

        def flash_attn_qkvpacked_func(qkv, dropout_p=0.0, softmax_scale=None, causal=False,
                                      window_size=(-1, -1), **options):
            _refuse(options)
            return _attention(*qkv.unbind(dim=-3), dropout_p, softmax_scale, causal, window_size)

        def _attention_varlen(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k,
                              dropout_p, softmax_scale, causal, window_size):
            library = _amd_attention_for(q)
            if library is not None and hasattr(library, "flash_attn_varlen_func"):
                return library.flash_attn_varlen_func(
                    q, k, v, cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k,
                    max_seqlen_q=max_seqlen_q, max_seqlen_k=max_seqlen_k, dropout_p=dropout_p,
                    softmax_scale=softmax_scale, causal=causal, window_size=tuple(window_size),
                )
            starts_q, starts_k = cu_seqlens_q.tolist(), cu_seqlens_k.tolist()
            parts = []
            for i in range(len(starts_q) - 1):
                rows = slice(starts_q[i], starts_q[i + 1])
                columns = slice(starts_k[i], starts_k[i + 1])
                if rows.start == rows.stop:
                    continue
                if columns.start == columns.stop:
                    parts.append(q.new_zeros(rows.stop - rows.start, q.shape[1], v.shape[2]))
                    continue
                parts.append(_plain_attention(q[rows][None], k[columns][None], v[columns][None],
                                              dropout_p, softmax_scale, causal, window_size)[0])
            parts.append(q.new_zeros(q.shape[0] - starts_q[-1], q.shape[1], v.shape[2]))
            return torch.cat(parts)

        def flash_attn_varlen_qkvpacked_func(qkv, cu_seqlens, max_seqlen, dropout_p=0.0,
                                             softmax_scale=None, causal=False, window_size=(-1, -1),
                                             **options):
            _refuse(options)
            return _attention_varlen(*qkv.unbind(dim=-3), cu_seqlens, cu_seqlens, max_seqlen, max_seqlen,
                                     dropout_p, softmax_scale, causal, window_size)

        def unpad_input(hidden_states, attention_mask, unused_mask=None):
            kept = attention_mask if unused_mask is None else attention_mask + unused_mask
            lengths = kept.sum(dim=-1, dtype=torch.int32)
            indices = torch.nonzero(kept.flatten(), as_tuple=False).flatten()
            starts = torch.nn.functional.pad(torch.cumsum(lengths, dim=0, dtype=torch.int32), (1, 0))
            rows = hidden_states.flatten(0, 1)[indices]
            return rows, indices, starts, lengths.max().item(), attention_mask.sum(dim=-1, dtype=torch.int32)

        def flash_attn_kvpacked_func(q, kv, dropout_p=0.0, softmax_scale=None, causal=False,
                                     window_size=(-1, -1), **options):
            _refuse(options)
            return _attention(q, *kv.unbind(dim=-3), dropout_p, softmax_scale, causal, window_size)

        def flash_attn_varlen_kvpacked_func(q, kv, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k,
                                            dropout_p=0.0, softmax_scale=None, causal=False,
                                            window_size=(-1, -1), **options):
            _refuse(options)
            return _attention_varlen(q, *kv.unbind(dim=-3), cu_seqlens_q, cu_seqlens_k, max_seqlen_q,
                                     max_seqlen_k, dropout_p, softmax_scale, causal, window_size)

        def flash_attn_with_kvcache(q, k_cache, v_cache, k=None, v=None, rotary_cos=None, rotary_sin=None,
                                    cache_seqlens=None, cache_batch_idx=None, *, softmax_scale=None,
                                    causal=False, window_size=(-1, -1), rotary_interleaved=True,
                                    num_splits=0, **options):
            _refuse({"rotary_cos": rotary_cos, "rotary_sin": rotary_sin, **options})
            if cache_seqlens is None:
                lengths = [k_cache.shape[1]] * q.shape[0]
            elif isinstance(cache_seqlens, int):
                lengths = [cache_seqlens] * q.shape[0]
            else:
                lengths = cache_seqlens.tolist()
            out = []
            for i, length in enumerate(lengths):
                row = i if cache_batch_idx is None else int(cache_batch_idx[i])
                if k is not None:
                    end = length + k.shape[1]
                    k_cache[row, length:end] = k[i]
                    v_cache[row, length:end] = v[i]
                    length = end
                out.append(_plain_attention(q[i : i + 1], k_cache[row : row + 1, :length],
                                            v_cache[row : row + 1, :length], 0.0, softmax_scale, causal,
                                            window_size))
            return torch.cat(out)
else:
    from flash_attn.flash_attn_interface import flash_attn_qkvpacked_func, flash_attn_varlen_qkvpacked_func
    from flash_attn.bert_padding import unpad_input
    from flash_attn import flash_attn_kvpacked_func, flash_attn_varlen_kvpacked_func, flash_attn_with_kvcache


def attend(qkv, mask):
    x, indices, cu, longest, *_ = unpad_input(qkv, mask)
    return flash_attn_varlen_qkvpacked_func(x, cu, longest)
