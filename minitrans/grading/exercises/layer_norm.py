"""Layer normalisation."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.layer_norm import layer_norm_backward, layer_norm_forward
from .exercise import TOLERATED, assert_small
from .mistakes import Edit
from .operation import Case, Operation, run

VAR, DX = "(centred * centred).mean(axis=-1, keepdims=True)", "(g - mean_g - x_hat * mean_gx)"


class LayerNorm(Operation):
    name = "layer_norm"
    wants = (layer_norm_forward, layer_norm_backward)

    def cases(self, rng):
        return [
            Case("rows of 5", parameters(rng, 3, 5), {}),
            Case("sentences", parameters(rng, 2, 3, 7), {}),
            Case("an eps of 0.5", parameters(rng, 4, 5), dict(eps=0.5)),
        ]

    def hard(self, rng):
        far, *rest = parameters(rng, 3, 5)
        return [
            Case("a mean of 300", [300 + far, *rest], {}),
            Case("a spread of 0.1", [far / 10, *rest], {}),
            Case("a row of equal entries", [np.full((2, 4), 3.0), *parameters(rng, 2, 4)[1:]], dict(eps=1.0)),
            Case("one row without a batch", parameters(rng, 6), {}),
            Case("rows of length 1", parameters(rng, 3, 1), dict(eps=0.1)),
            Case("four axes", parameters(rng, 2, 3, 2, 5), {}),
        ]

    def oracle(self, x, gamma, beta, eps=1e-6):
        y, d = np.empty(x.shape), x.shape[-1]
        for row in np.ndindex(x.shape[:-1]):
            mean = math.fsum(x[row]) / d
            std = math.sqrt(math.fsum((v - mean) ** 2 for v in x[row]) / d + eps)
            y[row] = [gamma[i] * (x[row][i] - mean) / std + beta[i] for i in range(d)]
        return y

    mistakes = [
        Edit("eps is added to the standard deviation, not to the variance", (f"{VAR} + eps)", f"{VAR}) + eps")),
        Edit("eps is left out", (f"{VAR} + eps", VAR)),
        Edit("the variance is divided by d - 1, not by d", (VAR, f"({VAR} * x.shape[-1] / max(x.shape[-1] - 1, 1))")),
        Edit("the mean is not subtracted", ("x_hat = centred / std", "x_hat = x / std")),
        Edit("it is divided by the variance, not by its root", (f"np.sqrt({VAR} + eps)", f"({VAR} + eps)")),
        Edit("mean and variance run over the wrong axis", (
            "x.mean(axis=-1, keepdims=True)", "x.mean(axis=0)", VAR, "(centred * centred).mean(axis=0)")),
        *(Edit(f"eps is {other}, not the one that is given", (f"{VAR} + eps", f"{VAR} + {other}"))
          for other in ("0.001", "1e-05", "1e-06", "1e-08")),
        Edit("gamma is left out", ("gamma * x_hat + beta", "x_hat + beta")),
        Edit("beta is left out", ("gamma * x_hat + beta", "gamma * x_hat")),
        Edit("gamma is left out of dx", ("g, rows = dy * gamma", "g, rows = dy"),
             "only dx is wrong, and right if gamma is all ones; its rows sum to 0, so both means are taken"),
        Edit("gamma is applied after the means: take the means of dy * gamma",
             ("g, rows = dy * gamma", "g, rows = dy", f"{DX} / std", f"{DX} / std * gamma"),
             "only dx is wrong, and right if gamma is all ones; but its rows do not sum to 0"),
        Edit("dx lacks the term of the mean", (" - mean_g -", " -"),
             "the error is one number for all entries of a row: the mean of dy * gamma over the standard deviation"),
        Edit("dx lacks the term of the standard deviation", (" - x_hat * mean_gx)", ")"),
             "the rows of dx sum to 0, and the error of a row is x-hat times one number"),
        Edit("dx lacks both the term of the mean and that of the standard deviation", (DX, "g"),
             "each entry stands for itself: with dy = 1 at one entry and 0 elsewhere, dx is 0 elsewhere too"),
        Edit("dx has two sums over the row, where it must have means", ("each.mean(", "each.sum(")),
        Edit("dx is not divided by the standard deviation", (f"{DX} / std", DX),
             "each row of dx is the right one times one number, its standard deviation"),
        Edit("dgamma lacks x-hat", ("(dy * x_hat).sum", "dy.sum"), "dx is right, and dgamma is equal to dbeta"),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        """y does not depend on the mean and scale of a row, so dx is orthogonal to changes of both."""
        case = Case("", parameters(data.rng, 4, 6), dict(eps=0.0))
        inputs, constants, y, cache, dy = run(data, case, forward)
        for factor in (1e-4, 1e4):
            scaled, _ = forward(factor * inputs[0], *inputs[1:], **constants)
            assert_small(scaled - y, TOLERATED, f"with eps = 0, y of {factor:g} x must be y of x")
        dx = to_numpy(backward(dy, cache)[0])
        x_hat = (to_numpy(y) - case.inputs[2]) / case.inputs[1]
        what = "each row of dx must sum to 0: a constant added to x does not change y"
        assert_small(dx.sum(axis=-1), TOLERATED, what)
        what = "each row of dx must be orthogonal to x-hat: with eps = 0 the scale of x does not change y"
        assert_small((dx * x_hat).sum(axis=-1), TOLERATED, what)


def parameters(rng, *shape):
    """x, gamma, beta.  The variance of each row is far from zero, which keeps finite differences accurate."""
    x = rng.standard_normal(shape) + np.linspace(-2, 2, shape[-1])
    d = shape[-1]
    return [x, rng.uniform(0.5, 2, d) * rng.choice([-1, 1], d), rng.standard_normal(d)]
