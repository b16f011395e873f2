"""The conventions of the other operations among which variants are drawn."""

import math

import numpy as np

from .variant import FIRST, MINUS_ONE, SAME, SWAPPED, Variant, pair, times


def softmax(draw):
    # In float32 the division of a large x by another number than a power of two rounds off what softmax depends on.
    t, axis, sign = draw.choose(2, 4, 8, 0.5), draw.choose("last", "first"), draw.choose("allowed", "forbidden")
    first, hides = axis == "first", sign == "forbidden"
    mask = "forbidden" if hides else "mask"
    means = "it gets 0 and has no part in the sum" if hides else "all others get 0 and have no part in the sum"
    whole = "of the shape of x" if first else "broadcast to x"

    def to(allowed, inputs):
        allowed = np.moveaxis(np.broadcast_to(allowed, inputs[0].shape), -1, 0) if first else allowed
        return ~allowed if hides else allowed

    def back(given, inputs):
        given = np.moveaxis(given, 0, -1) if first else given
        return ~given if hides else given

    return Variant(
        f"softmax of x / {t} over the {axis} axis; mask: True = {sign}",
        pair(
            "softmax",
            f"x, {mask}=None",
            f"y_i = exp(x_i / {t}) / sum_j exp(x_j / {t}), where i and j run over the {axis} axis of x.",
            "",
            f"x {'[n, ...]' if first else '[..., n]'} -> y, an array like x",
            f"{mask}: boolean, {whole}; True = this entry is {sign}: {means}.",
            f"Where no entry along the {axis} axis is allowed, all are 0, not NaN.",
            gradients=["x"],
        ),
        dict(t=t, axis=axis, sign=sign),
        terms=dict(allowed=f"here True = {sign}", row="column" if first else "row"),
        inputs=(times(t).then(FIRST if first else SAME),),
        order=(0,),
        y=FIRST if first else SAME,
        constants=dict(mask=(mask, to, back)),
    )


def cross_entropy(draw):
    unit, others, first = draw.combine(("nats", "bits"), (False, True), (False, True))
    log, shape = "log2" if unit == "bits" else "log", "[V, n]" if first else "[n, V]"

    def share(inputs):
        """Smoothing over V - 1 words is less smoothing over all V of them."""
        return 1 - 1 / inputs[0].shape[1]

    smoothing = "smoothing", lambda s, inputs: s * share(inputs), lambda s, inputs: s / share(inputs)

    return Variant(
        f"logits {shape}, the loss in {unit}, smoothing "
        + ("spread over the V - 1 words that are not the target" if others else "spread over all V words"),
        pair(
            "cross_entropy",
            "logits, targets, *, smoothing=0.0, pad=0",
            f"loss = - sum over the n words of sum_v q_v {log} softmax(logits)_v, a scalar, in {unit}.",
            "",
            f"logits {shape}: the softmax runs over the axis of length V; targets [n] integers -> loss []",
            f"q_v = 1 - smoothing {'for the target' if others else '+ smoothing / V for the target'},",
            f"      smoothing / {'(V - 1)' if others else 'V'} for each other word",
            "Words whose target is the padding id `pad`, which may be no word, such as -100, add nothing to the loss.",
            gradients=["logits"],
            result="loss",
        ),
        dict(unit=unit, others=others, first=first),
        terms=dict(row="column" if first else "row", spread_over_all=not others),
        inputs=(SWAPPED if first else SAME,),
        order=(0,),
        y=times(1 / math.log(2)) if unit == "bits" else SAME,
        constants=dict(smoothing=smoothing) if others else {},
    )


def linear(draw):
    c, sign = draw.choose(2, 3, 0.5, 0.25), draw.choose("+", "-")
    transposed, order = draw.choose(True, False), draw.choose((0, 1, 2), (1, 2, 0))
    arguments = [("x", "weight", "bias")[i] for i in order]
    product, shape = ("x W^T", "[m, n]") if transposed else ("x W", "[n, m]")
    return Variant(
        f"y = {c} ({product} {sign} b), called with ({', '.join(arguments)})",
        pair(
            "linear",
            ", ".join(arguments),
            f"y = {c} ({product} {sign} b) for each row of x.",
            "",
            f"x [..., n], weight W {shape}, bias b [m] -> y [..., m]",
            gradients=arguments,
        ),
        dict(c=c, sign=sign, transposed=transposed, order=order),
        terms=dict(subtracted=f"has the sign {'-' if sign == '+' else '+'}", added="is used"),
        inputs=(SAME, SWAPPED if transposed else SAME, SAME if sign == "+" else times(-1)),
        order=order,
        y=times(c),
    )


def feed_forward(draw):
    c, transposed, order = (
        draw.choose(2, 3, 0.5),
        draw.choose(True, False),
        draw.choose((0, 1, 2, 3, 4), (0, 1, 3, 2, 4)),
    )
    arguments = [("x", "w1", "b1", "w2", "b2")[i] for i in order]
    first, second = ("x W1^T", "W2^T") if transposed else ("x W1", "W2")
    shapes = ("[d_ff, d_model]", "[d_model, d_ff]") if transposed else ("[d_model, d_ff]", "[d_ff, d_model]")
    return Variant(
        f"y = {c} (max(0, {first} + b1) {second} + b2), called with ({', '.join(arguments)})",
        pair(
            "feed_forward",
            ", ".join(arguments),
            f"y = {c} (max(0, {first} + b1) {second} + b2)",
            "",
            f"x [n, d_model], w1 {shapes[0]}, b1 [d_ff], w2 {shapes[1]}, b2 [d_model] -> y [n, d_model]",
            gradients=arguments,
        ),
        dict(c=c, transposed=transposed, order=order),
        inputs=(SAME, *([SWAPPED, SAME] * 2 if transposed else [SAME] * 4)),
        order=order,
        y=times(c),
    )


def layer_norm(draw):
    offset, first = draw.combine((False, True), (False, True))
    eps, order = draw.choose(1e-5, 1e-4, 1e-3), draw.choose((0, 1, 2), (0, 2, 1))
    arguments = [("x", "gamma", "beta")[i] for i in order]
    axis, shape = ("first", "[d, ...]") if first else ("last", "[..., d]")
    gain = "(1 + gamma)" if offset else "gamma"

    return Variant(
        f"LayerNorm over the {axis} axis, y = {gain} x_hat + beta, called with ({', '.join(arguments)}, eps={eps:g})",
        pair(
            "layer_norm",
            f"{', '.join(arguments)}, eps={eps:g}",
            f"y = {gain} * x_hat + beta with x_hat = (x - mean) / sqrt(var + eps), mean and var over the {axis} axis.",
            "",
            f"x {shape}, gamma [d], beta [d] -> y {shape}; their d entries run along the {axis} axis of x",
            "var is the mean of (x - mean)^2, divided by d and not by d - 1.",
            gradients=arguments,
        ),
        dict(offset=offset, first=first, eps=eps, order=order),
        terms=dict(row="column" if first else "row"),
        inputs=(FIRST if first else SAME, MINUS_ONE if offset else SAME, SAME),
        order=order,
        y=FIRST if first else SAME,
        defaults=dict(eps=eps),
    )


def embedding(draw):
    c, one, columns = draw.choose(2, 3, 5), draw.choose(1, 0), draw.choose(True, False)
    shape, picked = ("[d, V]", "column") if columns else ("[V, d]", "row")
    return Variant(
        f"y = {c} times a {picked} of the table {shape}; ids count from {one}",
        pair(
            "embedding",
            "table, ids",
            f"y = {c} times the {picked}s of the table that the ids select.",
            "",
            f"table {shape}, ids [...] integers from {one} to {'V' if one else 'V - 1'}, where id {one} selects the "
            f"first {picked} -> y [..., d]",
            gradients=["table"],
        ),
        dict(c=c, one=one, columns=columns),
        terms=dict(
            before=f"id {one} selects the first {picked}", after=f"id {one} selects the first {picked}, not the second"
        ),
        inputs=(SWAPPED if columns else SAME,),
        order=(0,),
        y=times(c),
        constants=dict(ids=("ids", lambda ids, _: ids + one, lambda ids, _: ids - one)),
    )
