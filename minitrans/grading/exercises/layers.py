"""A layer of the encoder, and one of the decoder: attention, feed-forward network, residual sums and norms."""

import numpy as np

from ..my_transformer.model import (
    decoder_layer_backward,
    decoder_layer_forward,
    encoder_layer_backward,
    encoder_layer_forward,
)
from .attention import padding
from .exercise import assert_small
from .finding import Finding
from .layer_mistakes import OF_DECODER, OF_ENCODER, SEEDS
from .operation import ROUGH, Case, Operation, place

ALL = 1 - 1e-12  # a probability with which dropout leaves out all entries, whatever the seed
D, HIDDEN = 6, 7
NORM = [D, D]
ATTENTION = 4 * [(D, D), D] + NORM
NETWORK = [(D, HIDDEN), HIDDEN, (HIDDEN, D), D] + NORM


class Layer(Operation):
    """shapes: of its weights;  last_biases: where the last bias of each sub-layer stands among them, before a gamma"""

    arrays = 1  # of rows, before the weights
    xp = np  # a layer is made of parts of the program, which needs NumPy alone

    @classmethod
    def places(cls, first):
        """The places of the last biases of its sub-layers, if its weights begin at the place `first`"""
        return [first + each for each in cls.last_biases]

    def case(self, rng, name, lengths=(5, 3), heads=3, width=5, memory=(4, 2), **constants):
        """lengths, memory: of the sentences in the batch; width: to which the first are padded"""
        constants |= dict(heads=heads, key_mask=padding(width, *lengths))
        rows = [width * len(lengths)]
        if self.arrays == 2:
            constants["memory_mask"] = padding(max(4, *memory), *memory[: len(lengths)])
            rows.append(constants["memory_mask"].size)
        inputs = [rng.standard_normal((n, D)) for n in rows]
        return Case(name, inputs + [rng.normal(0, 0.6, shape) for shape in self.shapes], constants)

    def cases(self, rng):
        return [
            self.case(rng, "padding", memory=(2, 5)),  # as long as x, so that either mask fits either attention
            self.case(rng, "no padding", (5, 5), memory=(4, 4)),
            self.case(rng, "dropout that leaves out every sub-layer", p=ALL, seed=(3, 1)),
        ]

    def hard(self, rng):
        return [
            self.case(rng, "one head", heads=1),
            self.case(rng, "a batch of 1", (5,)),
            self.case(rng, "one word", (1, 1), width=1, memory=(1, 1)),
            self.case(rng, "a sentence that is all padding", (5, 0)),
        ]

    def oracle(self, *arrays, **constants):
        forward, _ = self.ours()
        return forward(*arrays, **constants)[0]

    def properties(self, data, forward, backward):
        """Dropout: no seed, no dropout; a seed decides; the backward has the mask of its forward."""
        self.compare_forward(data, self.cases(data.rng)[0], forward, ROUGH)
        case = self.case(data.rng, "dropout", p=0.4, seed=(1, 2))
        inputs, constants = place(data, case, np.float64)
        calls = dict(p=0.0), dict(seed=None), {}, {}, dict(seed=(1, 3))
        plain, without, one, again, other = (forward(*inputs, **constants | each)[0] for each in calls)
        assert_small(plain - without, 1e-12, "without a seed there must be no dropout, whatever p is")
        if not abs(one - again).max() < 1e-12 or min(abs(one - other).max(), abs(one - plain).max()) < 1e-6:
            raise Finding("the seed must decide on the dropout: the same seed, the same y; another seed, another y")
        self.compare_gradient(data, case, forward, backward, 1e-8)
        left_out = set()
        for bias in self.last_biases:  # alone: then y shows what is left out
            weights = only(bias, self.last_biases, inputs[self.arrays :])
            rows = [0 * each for each in inputs[: self.arrays]]
            left_out.add((forward(*rows, *weights, **constants)[0] > 0.1).tobytes())
        if len(left_out) < len(self.last_biases):
            raise Finding("the masks of two dropouts are equal", cause=SEEDS)


def only(bias, last_biases, weights):
    """These weights with ones at one of the last biases and at all gammas, and otherwise zeros"""
    ones = {bias, *(each + 1 for each in last_biases)}
    return [np.full_like(each, i in ones) for i, each in enumerate(weights)]


class EncoderLayer(Layer):
    name = "encoder_layer"
    wants = (encoder_layer_forward, encoder_layer_backward)
    shapes, last_biases = ATTENTION + NETWORK, (7, 13)
    mistakes = OF_ENCODER


class DecoderLayer(Layer):
    name, arrays = "decoder_layer", 2
    wants = (decoder_layer_forward, decoder_layer_backward)
    shapes, last_biases = ATTENTION + ATTENTION + NETWORK, (7, 17, 23)
    mistakes = OF_DECODER
