"""The conventions of attention among which variants are drawn."""

from .variant import SAME, SWAPPED, Variant, pair, times


def inverted(mask, inputs):
    return ~mask


def scaled_dot_product_attention(draw):
    t, sign = draw.choose(2, 4, 0.5), draw.choose("allowed", "forbidden")
    transposed, order = draw.choose(True, False), draw.choose((0, 1, 2), (1, 2, 0))
    arguments, mask = ["qkv"[i] for i in order], "mask" if sign == "allowed" else "forbidden"
    product, shape = ("Q K", "[..., d_k, S]") if transposed else ("Q K^T", "[..., S, d_k]")
    return Variant(
        f"softmax({product} / ({t} sqrt(d_k))) V with k {shape}, called with ({', '.join(arguments)}); "
        f"mask: True = {sign}",
        pair(
            "scaled_dot_product_attention",
            f"{', '.join(arguments)}, {mask}=None",
            f"y = softmax({product} / ({t} sqrt(d_k))) V; the softmax runs over the S keys.",
            "",
            f"q [..., T, d_k], k {shape}, v [..., S, d_v] -> y [..., T, d_v]",
            f"{mask}: boolean, broadcast to [..., T, S], True = this query is {sign} to attend to this key",
            "A query that may attend to no key gets zeros.",
            gradients=arguments,
        ),
        dict(t=t, sign=sign, transposed=transposed, order=order),
        terms=dict(allowed=f"here True = {sign}"),
        inputs=(times(t), SWAPPED if transposed else SAME, SAME),
        order=order,
        constants=dict(mask=(mask, inverted, inverted)) if sign == "forbidden" else {},
    )


def attention(draw):
    t, sign, order = draw.choose(2, 4, 0.5), draw.choose("a word", "padding"), draw.choose((0, 1, 2), (1, 2, 0))
    arguments, mask = ["qkv"[i] for i in order], "key_mask" if sign == "a word" else "padding"
    return Variant(
        f"scores divided by {t} sqrt(d_k), called with ({', '.join(arguments)}); {mask}: True = {sign}",
        pair(
            "attention",
            f"{', '.join(arguments)}, *, heads, {mask}, causal=False",
            f"h attentions softmax(Q K^T / ({t} sqrt(d_k))) V, each on its own slice of the columns.",
            "",
            "q rows [B * T, h * d_k], k rows [B * S, h * d_k], v rows [B * S, h * d_v] -> y rows [B * T, h * d_v]",
            f"{mask} [B, S] boolean, True = {sign}; its shape says how rows form sentences.",
            "causal: query t sees only keys 0 .. t.  A query that sees no key gets zeros.",
            gradients=arguments,
        ),
        dict(t=t, sign=sign, order=order),
        terms=dict(key_mask=mask, word=f"here True = {sign}", allowed=f"here True = {sign}"),
        inputs=(times(t), SAME, SAME),
        order=order,
        constants=dict(key_mask=(mask, inverted, inverted)) if sign == "padding" else {},
    )
