"""The conventions of positions, learning rate and Adam among which variants are drawn."""

import math
from numbers import Real

import numpy as np

from ..exercises.finding import Finding
from .variant import Variant, definition


def sinusoids(draw):
    c, columns, transposed = draw.combine((1, 2, 0.5), ("pairs", "halves", "slowest first"), (False, True))
    order = {
        "pairs": ("columns 2i and 2i + 1 are sine and cosine of angle i", lambda d: np.arange(d)),
        "halves": ("first all sines, then all cosines", lambda d: np.r_[0:d:2, 1:d:2]),
        "slowest first": (
            "sine and cosine of each angle side by side, the slowest angle first",
            lambda d: np.concatenate([np.arange(i, min(i + 2, d)) for i in range(d - 1 - (d - 1) % 2, -1, -2)]),
        ),
    }
    words, order_of = order[columns]

    def standard(own):
        def table(length, d_model):
            found, shape = own(length, d_model), (d_model, length) if transposed else (length, d_model)
            if getattr(found, "shape", shape) != shape:
                raise Finding(f"sinusoids({length}, {d_model}) has shape {found.shape}, not {shape}")
            if not hasattr(found, "shape"):
                return found
            right = np.empty_like(found.T if transposed else found)
            right[:, order_of(d_model)] = (found.T if transposed else found) / c
            return right

        return table

    times = "" if c == 1 else f"{c} "
    shape = "[d_model, length]" if transposed else "[length, d_model]"
    what = "rows and columns exchanged" if transposed else "one row per position"
    return Variant(
        f"{times}sin and {times}cos, {words}; a table {shape}",
        definition(
            "sinusoids",
            "length, d_model",
            f"{times}sin(pos / 10000^(2i / d_model)) and {times}cos of the same angle, for i = 0, 1, 2, ...",
            "",
            f"-> {shape} float64, {what}",
            f"Order along the axis of d_model: {words}.  If d_model is odd, the last angle has no cosine.",
        ),
        dict(c=c, columns=columns, transposed=transposed),
        terms=dict(pair="they", alternate=columns == "pairs"),
        standard=standard,
    )


def learning_rate(draw):
    first = draw.choose(0, 1)
    form, c = draw.choose(*[("peak", 1)] * 3, *[(form, c) for form in ("d_model", "warmup first") for c in (2, 3, 0.5)])
    steps = "The first step is 1" if first else "The first step is 0, and s = step + 1"
    s = "step" if first else "s"
    if form == "peak":
        arguments, formula = "step, peak, warmup", f"peak * min(sqrt(warmup / {s}), {s} / warmup)"
    else:
        arguments = "step, d_model, warmup" if form == "d_model" else "step, warmup, d_model"
        arguments, formula = f"{arguments}, rate=1.0", f"{c} rate * d_model^-0.5 * min({s}^-0.5, {s} * warmup^-1.5)"

    def standard(own):
        def rate_of(step, d_model, warmup, **options):
            step = step - 1 + first
            if form == "peak":
                return own(step, options.get("rate", 1.0) / math.sqrt(d_model * warmup), warmup)
            value = own(step, *((d_model, warmup) if form == "d_model" else (warmup, d_model)), **options)
            return value / c if isinstance(value, Real) else value

        return rate_of

    return Variant(
        f"learning_rate({arguments}) = {formula}; {steps[0].lower()}{steps[1:]}",
        definition(
            "learning_rate",
            arguments,
            formula,
            "",
            f"{steps}.  The rate grows for `warmup` steps, then decays like 1 / sqrt({s}).",
        ),
        dict(first=first, form=form, c=c),
        terms={} if first else dict(first=0, cause="here its number is 0", steps="the steps that the book counts as"),
        standard=standard,
    )


def adam(draw):
    first, order, ascent = draw.combine((1, 0), (False, True), (False, True))
    decay = draw.choose(False, True)
    names = ("decay1", "decay2") if decay else ("beta1", "beta2")
    defaults = "decay1=0.1, decay2=0.02" if decay else "beta1=0.9, beta2=0.98"
    about = ["flat [n]: the parameters", *["", "beta1 = 1 - decay1, beta2 = 1 - decay2"] * decay]
    arguments = "flat, gradient, rate, step" if order else "flat, gradient, step, rate"
    power = "step" if first else "(step + 1)"
    sign = "+" if ascent else "-"

    def standard(own):
        class Standard(own):
            def __init__(self, flat, **options):
                if decay:
                    betas = {name: options.pop(name) for name in ("beta1", "beta2") if name in options}
                    options |= {name.replace("beta", "decay"): 1 - beta for name, beta in betas.items()}
                super().__init__(flat, **options)

            def update(self, flat, gradient, step, rate):
                last = (rate, step - 1 + first) if order else (step - 1 + first, rate)
                super().update(flat, -gradient if ascent else gradient, *last)

        return Standard

    return Variant(
        f"Adam(flat, {names[0]}, {names[1]}, epsilon) and update({arguments}); the first step is {first}; "
        f"flat {sign}= rate * m_hat / (sqrt(v_hat) + epsilon)",
        'class Adam:\n    """Adam (Kingma and Ba 2015).  Its defaults are those of the paper."""\n\n'
        + definition("__init__", f"self, flat, {defaults}, epsilon=1e-9", *about, indent="    ")
        + "\n"
        + definition(
            "update",
            f"self, {arguments}",
            "Change the parameters `flat` [n] in place, but not their gradient g [n].",
            "",
            "    m = beta1 m + (1 - beta1) g          v = beta2 v + (1 - beta2) g^2",
            f"    flat {sign}= rate * m_hat / (sqrt(v_hat) + epsilon)",
            "",
            f"m_hat = m / (1 - beta1^{power}), v_hat = v / (1 - beta2^{power}).  The first step is {first}.",
            *["g is the gradient of a score that is to grow, so the update goes uphill."] * ascent,
            indent="    ",
        ),
        dict(first=first, order=order, decay=decay, ascent=ascent),
        terms=dict(
            sign=f"the update has the wrong sign: here flat {sign}= ...",
            first=f"the first step is {first}, so the power is that of {power}",
        )
        | ({} if first else dict(late="the power is too large by 1")),
        standard=standard,
    )
