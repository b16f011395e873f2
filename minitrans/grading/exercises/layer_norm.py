"""Layer normalisation."""

import math

import numpy as np

from ...backend import to_numpy
from ...ops.layer_norm import layer_norm_backward, layer_norm_forward
from .exercise import TOLERATED
from .finding import Finding
from .operation import Case, Mistake, Operation, place


class LayerNorm(Operation):
    name = "layer_norm"
    wants = (layer_norm_forward, layer_norm_backward)
    row = "row"
    model = dict(norm="pre")  # only with pre-norm does the model run the row `layer_norm`

    def cases(self, rng):
        return [
            Case(f"{self.row}s of 5", parameters(rng, 3, 5), {}),
            Case("sentences", parameters(rng, 2, 3, 7), {}),
            Case("an eps of 0.5", parameters(rng, 4, 5), dict(eps=0.5)),
        ]

    def hard(self, rng):
        far, *rest = parameters(rng, 3, 5)
        return [
            Case("a mean of 300", [300 + far, *rest], {}),
            Case("a spread of 0.1", [far / 10, *rest], {}),
            Case(f"a {self.row} of equal entries", [np.full((2, 4), 3.0), *parameters(rng, 2, 4)[1:]], dict(eps=1.0)),
            Case(f"one {self.row} without a batch", parameters(rng, 6), {}),
            Case(f"{self.row}s of length 1", parameters(rng, 3, 1), dict(eps=0.1)),
            Case("four axes", parameters(rng, 2, 3, 2, 5), {}),
        ]

    def oracle(self, x, gamma, beta, eps=1e-6):
        y, d = np.empty(x.shape), x.shape[-1]
        for row in np.ndindex(x.shape[:-1]):
            mean = math.fsum(x[row]) / d
            std = math.sqrt(math.fsum((v - mean) ** 2 for v in x[row]) / d + eps)
            y[row] = [gamma[i] * (x[row][i] - mean) / std + beta[i] for i in range(d)]
        return y

    def wrong_forwards(self, x, gamma, beta, eps=1e-6):
        d, centred, var = x.shape[-1], x - x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True)
        std = (var + eps) ** 0.5
        with np.errstate(all="ignore"):
            x_hats = {
                "eps is added to the standard deviation, not to the variance": centred / (var**0.5 + eps),
                "eps is left out": centred / var**0.5,
                "the variance is divided by d - 1, not by d": centred / (var * d / max(d - 1, 1) + eps) ** 0.5,
                "the mean is not subtracted": x / std,
                "it is divided by the variance, not by its root": centred / (var + eps),
                "mean and variance run over the wrong axis": (x - x.mean(axis=0)) / (x.var(axis=0) + eps) ** 0.5,
            }
        for other in (1e-3, 1e-5, 1e-6, 1e-8):
            x_hats[f"eps is {other:g}, not {eps:g}"] = centred / (var + other) ** 0.5
        wrong = {cause: gamma * x_hat + beta for cause, x_hat in x_hats.items()}
        return wrong | {"gamma is left out": centred / std + beta, "beta is left out": gamma * centred / std}

    def wrong_backwards(self, dy, x, gamma, beta, eps=1e-6):
        std = (x.var(axis=-1, keepdims=True) + eps) ** 0.5
        x_hat = (x - x.mean(axis=-1, keepdims=True)) / std

        def dx(g, mean=1, spread=1):
            mean_g, mean_gx = g.mean(axis=-1, keepdims=True), (g * x_hat).mean(axis=-1, keepdims=True)
            return (g - mean * mean_g - spread * x_hat * mean_gx) / std

        dbeta = dy.sum(axis=tuple(range(dy.ndim - 1)))
        return [
            Mistake(
                "gamma is left out of dx",
                (dx(dy), None, None),
                "only dx is wrong, and right if gamma is all ones; its rows sum to 0, so both means are taken",
            ),
            Mistake(
                "gamma is applied after the means: take the means of dy * gamma",
                (dx(dy) * gamma, None, None),
                "only dx is wrong, and right if gamma is all ones; but its rows do not sum to 0",
            ),
            Mistake(
                "dx lacks the term of the mean",
                (dx(dy * gamma, mean=0), None, None),
                "the error is one number for all entries of a row: the mean of dy * gamma over the standard deviation",
            ),
            Mistake(
                "dx lacks the term of the standard deviation",
                (dx(dy * gamma, spread=0), None, None),
                "the rows of dx sum to 0, and the error of a row is x-hat times one number",
            ),
            Mistake(
                "dx lacks both the term of the mean and that of the standard deviation",
                (dx(dy * gamma, 0, 0), None, None),
                "each entry stands for itself: with dy = 1 at one entry and 0 elsewhere, dx is 0 elsewhere too",
            ),
            Mistake(
                "dx is not divided by the standard deviation",
                (dx(dy * gamma) * std, None, None),
                "each row of dx is the right one times one number, its standard deviation",
            ),
            Mistake("dgamma lacks x-hat", (None, dbeta, dbeta), "dx is right, and dgamma is equal to dbeta"),
        ]

    def properties(self, data, forward, backward):
        """y does not depend on the mean and scale of a row, so dx is orthogonal to changes of both."""
        case = Case("", parameters(data.rng, 4, 6), dict(eps=0.0))
        inputs, constants = place(data, case, np.float64)
        y, cache = forward(*inputs, **constants)
        for factor in (1e-4, 1e4):
            scaled, _ = forward(factor * inputs[0], *inputs[1:], **constants)
            if not abs(to_numpy(scaled - y)).max() < TOLERATED:
                raise Finding(f"with eps = 0, y of {factor:g} x must be y of x")
        dx = to_numpy(backward(data.put(data.rng.standard_normal((4, 6))), cache)[0])
        x_hat = (to_numpy(y) - case.inputs[2]) / case.inputs[1]
        if not abs(dx.sum(axis=-1)).max() < TOLERATED:
            raise Finding(f"each {self.row} of dx must sum to 0: a constant added to x does not change y")
        if not abs((dx * x_hat).sum(axis=-1)).max() < TOLERATED:
            raise Finding(
                f"each {self.row} of dx must be orthogonal to x-hat: with eps = 0 the scale of x does not change y"
            )


def parameters(rng, *shape):
    """x, gamma, beta.  The variance of each row is far from zero, which keeps finite differences accurate."""
    x = rng.standard_normal(shape) + np.linspace(-2, 2, shape[-1])
    d = shape[-1]
    return [x, rng.uniform(0.5, 2, d) * rng.choice([-1, 1], d), rng.standard_normal(d)]
