"""The wrapper of every sub-layer: LayerNorm(x + Dropout(sublayer))."""

import numpy as np

from ..my_transformer.layer_norm import add_norm_backward, add_norm_forward
from .exercise import assert_small
from .finding import Finding
from .layer_norm import LayerNorm, parameters
from .mistakes import Edit
from .operation import Case, Operation, place, run

ALL = 1 - 1e-12  # a probability with which dropout leaves out all entries, whatever the seed
SUM, NORM, DROPPED = "x + dropped", "layer_norm_forward(x + dropped, gamma, beta)", "dropout_forward(sublayer, p, seed)"
DX, DSUBLAYER = "return dsum, ", "*dropout_backward(dsum, of_dropout)"


class AddNorm(Operation):
    """It uses `layer_norm` and `dropout`; in a folder, import them: `from .dropout import dropout_forward`."""

    name = "add_norm"
    wants = (add_norm_forward, add_norm_backward)
    xp = np  # it is made of parts of the program, which needs NumPy alone
    mistakes = [
        Edit("x is left out of the sum", (SUM, "0 * x + dropped")),
        Edit("the sub-layer is left out of the sum", (SUM, "x + 0 * dropped")),
        Edit("the norm comes first: it is LayerNorm(x + y), not x + LayerNorm(y)",
             (NORM, "layer_norm_forward(dropped, gamma, beta)", "return y, (of", "return x + y, (of")),
        Edit("the LayerNorm is left out", ("return y, (of", "return x + dropped, (of")),
        Edit("dropout acts on x: it acts on the sub-layer",
             (SUM, "dropout_forward(x, p, seed)[0] + sublayer")),
        Edit("dropout acts on the sum: x itself stays whole",
             (SUM, "dropout_forward(x + sublayer, p, seed)[0]")),
        Edit("dropout is left out", (SUM, "x + sublayer")),
        Edit("gamma and beta are swapped", ("gamma, beta)\n", "beta, gamma)\n")),
        Edit("the gradient of x is lost: a sum hands its gradient to both terms", (DX, "return 0 * dsum, ")),
        Edit("the gradient of the sub-layer is lost: a sum hands its gradient to both terms",
             (DSUBLAYER, "0 * dsum")),
        Edit("each term gets half of the gradient: it gets all of it",
             (DX, "dsum = dsum / 2\n    return dsum, ")),
        Edit("dropout is left out of the backward", (DSUBLAYER, "dsum")),
    ]  # fmt: skip

    def case(self, rng, name, *shape, **constants):
        x, gamma, beta = parameters(rng, *shape)
        return Case(name, [x, rng.standard_normal(shape), gamma, beta], constants)

    def cases(self, rng):
        return [
            self.case(rng, "rows of 5", 3, 5),
            self.case(rng, "dropout that leaves out the sub-layer", 4, 7, p=ALL, seed=(3, 1)),
            self.case(rng, "dropout", 4, 5, p=0.4, seed=(1, 2)),
        ]

    def hard(self, rng):
        return [
            self.case(rng, "one row", 1, 6),
            self.case(rng, "a seed without dropout", 3, 5, seed=(1,)),
            self.case(rng, "a probability without a seed", 3, 5, p=0.5),
        ]

    def oracle(self, x, sublayer, gamma, beta, p=0.0, seed=None):
        """Our part of dropout decides which entries are left out."""
        drop = self.defined(part="dropout")["dropout_forward"]
        return LayerNorm().oracle(x + sublayer * drop(np.ones_like(sublayer), p, seed)[0], gamma, beta)

    def properties(self, data, forward, backward):
        """x and the sub-layer have the same gradient where nothing is left out; no seed, no dropout."""
        inputs, constants, _, cache, dy = run(data, self.cases(data.rng)[0], forward)
        dx, dsublayer, *_ = backward(dy, cache)
        assert_small(dx - dsublayer, 1e-12, "without dropout, x and sublayer must have the same gradient")
        inputs, constants = place(data, self.cases(data.rng)[2], np.float64)
        plain, without = (forward(*inputs, **constants | each)[0] for each in (dict(p=0.0), dict(seed=None)))
        if abs(plain - without).max() > 1e-12:
            raise Finding("without a seed there must be no dropout, whatever p is")
