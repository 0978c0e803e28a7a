"""Compares the stand-ins for flash-attn that a port gets with attention written out in float64.

    python3 tests/integration/attention_fallback.py [resources/rules/libraries.toml]

Needs Python 3.11 and torch; a CPU will do. Before torch 2.1 its attention is the formula of its
documentation. Prints what differs and ends with 1 then.
"""
import pathlib
import sys

try:
    import tomllib

    import torch
except ImportError as error:
    print(f"ROCPORT_SKIP_TEST: {error.name} is missing, so the stand-ins for flash-attn are not compared")
    sys.exit(0)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def stand_ins(path, fifth=", attention_mask.sum(dim=-1, dtype=torch.int32)"):
    rules = tomllib.loads(path.read_text())["rule"]
    fix = next(rule["fix"] for rule in rules if rule["id"] == "lib-flash-attn")
    names = {}
    for part in fix["part"]:
        exec(part["text"].replace("{fifth}", fifth), names)
    return names


def documented_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """scaled_dot_product_attention as PyTorch documents it; is_causal is aligned at the upper left."""
    weights = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(weights.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None:
        weights = weights.masked_fill(attn_mask.logical_not(), float("-inf"))
    return torch.softmax(weights, dim=-1) @ value


def reference(q, k, v, scale=None, causal=False, window=(-1, -1)):
    """One sequence, (tokens, heads, size), masks aligned at the lower right as flash-attn has it."""
    rows, columns = q.shape[0], k.shape[0]
    out = torch.zeros(rows, q.shape[1], v.shape[2], dtype=torch.float64)
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    left, right = window
    right = 0 if causal else right
    for head in range(q.shape[1]):
        group = head // (q.shape[1] // k.shape[1])
        for row in range(rows):
            place = row + columns - rows
            first = 0 if left < 0 else max(0, place - left)
            last = columns - 1 if right < 0 else min(columns - 1, place + right)
            if first > last:
                continue
            keys = k[first : last + 1, group].double()
            weights = torch.softmax(keys @ q[row, head].double() * scale, dim=0)
            out[row, head] = weights @ v[first : last + 1, group].double()
    return out


def main():
    pack = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "resources/rules/libraries.toml")
    names = stand_ins(pack)
    version = tuple(int(n) for n in torch.__version__.split(".")[:2])
    if version < (2, 1):
        torch.nn.functional.scaled_dot_product_attention = documented_attention
    torch.manual_seed(0)
    failures = 0
    checks = 0

    def check(what, got, wanted):
        nonlocal failures, checks
        checks += 1
        worst = (got.double().cpu() - wanted).abs().max().item() if wanted.numel() else 0.0
        if got.shape != wanted.shape or not worst < 2e-5 or not got.is_contiguous():
            failures += 1
            print(f"{what}: shape {tuple(got.shape)}, off by {worst}")

    options = [
        {"causal": causal, "window_size": window, "softmax_scale": scale}
        for causal in (False, True)
        for window in ((-1, -1), (3, 0), (2, 1), (-1, 2))
        for scale in (None, 0.3)
    ]
    for device in ["cpu"] + (["cuda"] if torch.cuda.is_available() else []):
        for rows, columns, heads, groups in [
            (5, 5, 2, 2), (1, 7, 4, 2), (4, 9, 6, 2), (9, 4, 2, 1), (1, 1, 2, 2), (8, 8, 4, 1),
        ]:
            q = torch.randn(2, rows, heads, 8, device=device, requires_grad=True)
            k = torch.randn(2, columns, groups, 8, device=device)
            v = torch.randn(2, columns, groups, 8, device=device)
            for kw in options:
                wanted = torch.stack([
                    reference(q[i].cpu(), k[i].cpu(), v[i].cpu(), kw["softmax_scale"], kw["causal"], kw["window_size"])
                    for i in range(2)
                ])
                what = f"{device} {rows}x{columns} heads {heads}/{groups} {kw}"
                got = names["flash_attn_func"](q, k, v, **kw)
                check("func " + what, got, wanted)
                (grad,) = torch.autograd.grad(got.sum(), q)
                if not grad.isfinite().all():
                    failures += 1
                    print("gradient " + what)
                kv = torch.stack([k, v], dim=2)
                check("kvpacked " + what, names["flash_attn_kvpacked_func"](q, kv, **kw), wanted)
                if rows == columns and heads == groups:
                    qkv = torch.stack([q, k, v], dim=2)
                    check("qkvpacked " + what, names["flash_attn_qkvpacked_func"](qkv, **kw), wanted)
        for kw in options:
            lengths_q, lengths_k = [3, 1, 0, 6, 5, 2], [3, 8, 4, 2, 9, 0]
            heads, groups = 4, 2
            q = torch.randn(sum(lengths_q), heads, 8, device=device)
            kv = torch.randn(sum(lengths_k), 2, groups, 8, device=device)
            starts = [torch.tensor([0] + n, device=device).cumsum(0).to(torch.int32) for n in (lengths_q, lengths_k)]
            parts = [
                reference(a.cpu(), b[:, 0].cpu(), b[:, 1].cpu(), kw["softmax_scale"], kw["causal"], kw["window_size"])
                for a, b in zip(q.split(lengths_q), kv.split(lengths_k))
            ]
            wanted = torch.cat(parts)
            longest = (max(lengths_q), max(lengths_k))
            check(f"varlen {kw}", names["flash_attn_varlen_func"](q, kv[:, 0], kv[:, 1], *starts, *longest, **kw), wanted)
            check(f"varlen kv {kw}", names["flash_attn_varlen_kvpacked_func"](q, kv, *starts, *longest, **kw), wanted)
            qkv = torch.randn(sum(lengths_k), 3, 2, 8, device=device)
            wanted = torch.cat([
                reference(*(x.cpu() for x in part.unbind(1)), kw["softmax_scale"], kw["causal"], kw["window_size"])
                for part in qkv.split(lengths_k)
            ])
            check(f"varlen qkv {kw}", names["flash_attn_varlen_qkvpacked_func"](qkv, starts[1], longest[1], **kw), wanted)
        for new in (0, 1, 3):
            for causal in (False, True):
                k_cache = torch.randn(4, 16, 2, 8, device=device)
                v_cache = torch.randn(4, 16, 2, 8, device=device)
                keys, values = k_cache.clone(), v_cache.clone()
                q = torch.randn(3, max(new, 1), 4, 8, device=device)
                k = torch.randn(3, new, 2, 8, device=device) if new else None
                v = torch.randn(3, new, 2, 8, device=device) if new else None
                rows, lengths = [2, 0, 3], [5, 9, 1]
                wanted = []
                for i, (row, length) in enumerate(zip(rows, lengths)):
                    if new:
                        keys[row, length : length + new] = k[i]
                        values[row, length : length + new] = v[i]
                    wanted.append(reference(q[i].cpu(), keys[row, : length + new].cpu(), values[row, : length + new].cpu(), causal=causal))
                got = names["flash_attn_with_kvcache"](
                    q, k_cache, v_cache, k, v, cache_seqlens=torch.tensor(lengths, dtype=torch.int32, device=device),
                    cache_batch_idx=torch.tensor(rows, device=device), causal=causal,
                )
                check(f"kvcache {new} {causal}", got, torch.stack(wanted))
                check("cache", k_cache, keys.double().cpu())
        mask = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 1], [1, 0, 0, 0]], device=device)
        x = torch.randn(3, 4, 5, device=device)
        flat, indices, starts, longest, used = names["unpad_input"](x, mask)
        assert starts.tolist() == [0, 2, 6, 7] and longest == 4 and used.tolist() == [2, 4, 1]
        check("unpad", flat, torch.cat([x[0, :2], x[1], x[2, :1]]).double().cpu())
        check("pad", names["pad_input"](flat, indices, 3, 4), (x * mask[..., None]).double().cpu())
        check("rows", names["index_first_axis"](x.flatten(0, 1), indices), flat.double().cpu())
    four = stand_ins(pack, "")
    assert len(four["unpad_input"](torch.randn(1, 2, 3), torch.ones(1, 2, dtype=torch.int64))) == 4
    try:
        names["flash_attn_func"](q, q, q, softcap=30.0)
        failures += 1
        print("softcap is not refused")
    except NotImplementedError:
        names["flash_attn_func"](q, q, q, softcap=0.0, alibi_slopes=None, deterministic=True)
    try:
        names["flash_attn_func"](q, q, q, alibi_slopes=torch.ones(4))
        failures += 1
        print("alibi_slopes are not refused")
    except NotImplementedError:
        pass
    # The same without enable_gqa, as torch before 2.5 has it.
    if version >= (2, 5):
        written, torch.__version__ = torch.__version__, "2.4.1"
        q, k = torch.randn(1, 3, 4, 8), torch.randn(1, 6, 2, 8)
        check("repeated heads", names["flash_attn_func"](q, k, k, causal=True), reference(q[0], k[0], k[0], causal=True)[None])
        torch.__version__ = written
    print(f"torch {torch.__version__}: {checks} checks, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
