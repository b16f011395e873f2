"""A layer of the encoder, and one of the decoder: attention, feed-forward network, and what stands around them."""

from contextlib import contextmanager

import numpy as np

from ..my_transformer import model as program
from ..my_transformer.heads import multi_head_backward
from ..my_transformer.layer_norm import add_norm_backward
from ..my_transformer.linear import feed_forward_backward
from .attention import Attention, padding
from .feed_forward import FeedForward
from .finding import Finding
from .layer_norm import LayerNorm
from .operation import Case, Mistake, Operation, place

ATTENTION, NETWORK, NORM = Attention(), FeedForward(), LayerNorm()
ALL = 1 - 1e-12  # a probability with which dropout leaves out all entries, whatever the seed
OF_ATTENTION = "wq bq wk bk wv bv wo bo".split()
WEIGHTS = {kind: [*OF_ATTENTION, "gamma", "beta"] for kind in ("self-attention", "cross-attention")}
WEIGHTS["feed-forward network"] = "w1 b1 w2 b2 gamma beta".split()


class Layer(Operation):
    """kinds: of its sub-layers, in their order"""

    arrays = 1  # of rows, before the weights
    xp = np  # a layer is made of parts of the program, which needs NumPy alone

    def case(self, rng, name, lengths=(5, 3), heads=3, width=5, memory=(4, 2), **constants):
        """lengths, memory: of the sentences in the batch; width: to which the first are padded"""
        d, hidden = 6, 7
        constants |= dict(heads=heads, key_mask=padding(width, *lengths))
        rows = [rng.standard_normal((width * len(lengths), d))]
        if self.arrays == 2:
            constants["memory_mask"] = padding(max(4, *memory), *memory[: len(lengths)])
            rows.append(rng.standard_normal((constants["memory_mask"].size, d)))
        shapes = dict(w1=(d, hidden), b1=hidden, w2=(hidden, d))
        for name_of_weight in sum(map(WEIGHTS.get, self.kinds), []):
            rows.append(rng.normal(0, 0.6, shapes.get(name_of_weight, (d, d) if name_of_weight[0] == "w" else d)))
        return Case(name, rows, constants)

    def cases(self, rng):
        return [
            self.case(rng, "no padding", (5, 5), memory=(4, 4)),
            self.case(rng, "padding"),
            self.case(rng, "dropout that leaves out every sub-layer", p=ALL, seed=(3, 1)),
        ]

    def hard(self, rng):
        return [
            self.case(rng, "one head", heads=1),
            self.case(rng, "a batch of 1", (5,)),
            self.case(rng, "one word", (1, 1), width=1, memory=(1, 1)),
            self.case(rng, "a sentence that is all padding", (5, 0)),
        ]

    def oracle(self, *arrays, change=None, **constants):
        """change: (a sub-layer, what is wrong there)"""
        rows, weights = list(arrays[: self.arrays]), list(arrays[self.arrays :])
        x, memory = rows[0], rows[-1]
        kinds = self.kinds[::-1] if change == (None, "order") else self.kinds
        parts = {kind: [weights.pop(0) for _ in WEIGHTS[kind]] for kind in self.kinds}
        for kind in kinds:
            wrong = change[1] if change and change[0] == kind else ""
            *own, gamma, beta = parts[kind]
            if wrong == "other norm":
                gamma, beta = parts[next(each for each in self.kinds if each != kind)][-2:]
            given = NORM.oracle(x, gamma, beta) if wrong == "pre-norm" else x
            if kind == "feed-forward network":
                y = NETWORK.oracle(given, *own)
            else:
                y = self.attend(kind, given, memory, own, constants, wrong)
            y = 0 * y if constants.get("p") == ALL and wrong != "dropout" else y
            total = y if wrong == "residual" else x + y
            if wrong == "norm inside":
                x = x + NORM.oracle(y, gamma, beta)
            else:
                x = total if wrong in ("norm", "pre-norm") else NORM.oracle(total, gamma, beta)
        return x

    def attend(self, kind, x, memory, weights, constants, wrong):
        wq, bq, wk, bk, wv, bv, wo, bo = weights
        cross = kind == "cross-attention"
        mask = constants["memory_mask" if cross else "key_mask"]
        mask = np.ones_like(mask) if wrong == "padding" else mask
        if wrong == "shared":
            wk, bk, wv, bv = wv, bv, wk, bk
        keys = memory if cross else x
        causal = (self.arrays == 2 and not cross) != (wrong == "causal")
        heads = 1 if wrong == "heads" else constants["heads"]
        projected = x @ wq + bq, keys @ wk + bk, keys @ wv + bv
        y = ATTENTION.oracle(*projected, heads=heads, key_mask=mask, causal=causal)
        return y if wrong == "output" else y @ wo + bo

    def wrong_forwards(self, *arrays, **constants):
        changes = {f"the order: it is {', '.join(self.kinds)}": (None, "order")}
        for kind in self.kinds:
            causes = CAUSES if kind == "feed-forward network" else CAUSES | CAUSES_OF_ATTENTION
            changes |= {cause.format(kind): (kind, wrong) for wrong, cause in causes.items()}
        return {cause: self.oracle(*arrays, change=change, **constants) for cause, change in changes.items()}

    def wrong_backwards(self, dy, *arrays, **constants):
        _, cache = self.wants[0](*arrays, **constants)
        lost = {("self-attention", "memory"): "in self-attention x is the memory too: add dmemory to dx"}
        for kind in self.kinds:
            lost[kind, "around"] = f"what goes around the {kind} is lost: a sum hands its gradient to both terms"
            lost[kind, "through"] = f"the gradient of x that comes out of the {kind} is lost: add it"
        return [Mistake(cause, self.gradients(dy, cache, term)) for term, cause in lost.items()]

    def gradients(self, dx, cache, lost):
        """As backward does, without the term that is lost"""
        pairs, dmemory, weights = list(zip(cache[::2], cache[1::2], strict=True)), None, []
        for kind, (of_sublayer, of_norm) in reversed(list(zip(self.kinds, pairs, strict=True))):
            dx, dy, *of_this = add_norm_backward(dx, of_norm)
            backward = feed_forward_backward if kind == "feed-forward network" else multi_head_backward
            dy, *own = backward(dy, of_sublayer)
            shares = {"around": dx, "through": dy}
            if kind == "self-attention":
                shares["memory"] = own.pop(0)
            if kind == "cross-attention":
                dmemory = own.pop(0)
            dx = sum(share for name, share in shares.items() if (kind, name) != lost)
            weights = [*own, *of_this, *weights]
        return (dx, *([] if dmemory is None else [dmemory]), *weights)

    def properties(self, data, forward, backward):
        """Dropout: no seed, no dropout; a seed decides; the backward has the mask of its forward."""
        case = self.case(data.rng, "dropout", p=0.4, seed=(1, 2))
        inputs, constants = place(data, case, np.float64)
        calls = dict(p=0.0), dict(seed=None), {}, {}, dict(seed=(1, 3))
        plain, without, one, again, other = (forward(*inputs, **constants | each)[0] for each in calls)
        if not abs(plain - without).max() < 1e-12:
            raise Finding("without a seed there must be no dropout, whatever p is")
        if not abs(one - again).max() < 1e-12 or min(abs(one - other).max(), abs(one - plain).max()) < 1e-6:
            raise Finding("the seed must decide on the dropout: the same seed, the same y; another seed, another y")
        self.compare_gradient(data, case, forward, backward, 1e-8)
        names = [""] * self.arrays + sum(map(WEIGHTS.get, self.kinds), [])
        lasts = [i for i, name in enumerate(names) if name in ("bo", "b2")]  # with one alone, y shows what is left out
        alone = ([0 * x + (i == last or names[i] == "gamma") for i, x in enumerate(inputs)] for last in lasts)
        if len({(forward(*each, **constants)[0] > 0.1).tobytes() for each in alone}) < len(lasts):
            raise Finding(
                "two dropouts leave out the same entries: give each a seed of its own, (*seed, 0), (*seed, 1)"
            )


CAUSES = {
    "residual": "the residual sum around the {} is left out",
    "norm": "the LayerNorm after the {} is left out",
    "pre-norm": "the LayerNorm stands before the {}; it comes after the sum",
    "norm inside": "after the {}, it is LayerNorm(x + y), not x + LayerNorm(y)",
    "other norm": "the {} has the gamma and beta of another norm",
    "dropout": "the output of the {} gets no dropout",
}
CAUSES_OF_ATTENTION = {
    "padding": "the {} sees padding: give it the mask of its keys",
    "causal": "causal is wrong in the {}: only the self-attention of a decoder is causal",
    "heads": "the {} has one head",
    "output": "the output projection wo of the {} is left out",
    "shared": "the weights of keys and values of the {} are swapped",
}


class EncoderLayer(Layer):
    name = "encoder_layer"
    wants = (program.encoder_layer_forward, program.encoder_layer_backward)
    kinds = "self-attention", "feed-forward network"


class DecoderLayer(Layer):
    name, arrays = "decoder_layer", 2
    wants = (program.decoder_layer_forward, program.decoder_layer_backward)
    kinds = "self-attention", "cross-attention", "feed-forward network"


@contextmanager
def in_the_program(name, pair):
    """A context in which the program's model has this pair, such as ENCODER_LAYER."""
    before = getattr(program, name)
    setattr(program, name, pair)
    try:
        yield
    finally:
        setattr(program, name, before)
