"""Attention with several heads between its four projections."""

import numpy as np

from ..my_transformer.heads import multi_head_backward, multi_head_forward
from .attention import Attention, padding
from .mistakes import Edit
from .operation import Case, Operation

D = 6
CALLED = [f"linear_forward({x}, w{k}, b{k})" for x, k in (("x", "q"), ("memory", "k"), ("memory", "v"))]
HEADS, OUTPUT, SUM = "attention_forward(q, k, v, **constants)", "linear_forward(y, wo, bo)", "dkeys + dvalues"
CACHES, ORDER = "(dq, dk, dv), (of_q, of_k, of_v)", "*of_wq, *of_wk, *of_wv, *of_wo"


class MultiHead(Operation):
    """It uses `linear` and `attention`.  The constants are those of attention_forward: heads, key_mask, causal."""

    name = "multi_head"
    wants = (multi_head_forward, multi_head_backward)
    xp = np  # it is made of parts of the program, which needs NumPy alone
    mistakes = [
        Edit("the queries come from the memory: they come from x", (CALLED[0], CALLED[0].replace("x,", "memory,"))),
        Edit("the keys come from x: they come from the memory", (CALLED[1], CALLED[1].replace("memory", "x"))),
        Edit("the values come from x: they come from the memory", (CALLED[2], CALLED[2].replace("memory", "x"))),
        Edit("the values are not projected", (CALLED[2], "(memory, linear_forward(memory, wv, bv)[1])")),
        Edit("the output projection is left out", (OUTPUT, "(y, linear_forward(y, wo, bo)[1])")),
        Edit("keys and values are swapped", (HEADS, HEADS.replace("k, v", "v, k"))),
        Edit("queries and keys are swapped", (HEADS, HEADS.replace("q, k", "k, q"))),
        Edit("the constants are not handed on: causal is lost",
             (HEADS, "attention_forward(q, k, v, **constants | dict(causal=False))")),
        Edit("there is one head", (HEADS, "attention_forward(q, k, v, **constants | dict(heads=1))")),
        Edit("the memory's gradient through the values is lost: its two users are added", (SUM, "dkeys")),
        Edit("the memory's gradient through the keys is lost: its two users are added", (SUM, "dvalues")),
        Edit("the memory gets the mean of two gradients: it gets their sum", (SUM, f"({SUM}) / 2")),
        Edit("the gradients of the weights are in another order than the weights",
             (ORDER, "*of_wk, *of_wq, *of_wv, *of_wo")),
        Edit("dk and dv are swapped", (CACHES, CACHES.replace("dk, dv", "dv, dk"))),
    ]  # fmt: skip

    def case(self, rng, name, own=(5, 3), memory=(2, 5), heads=3, **constants):
        """own, memory: the lengths of the sentences in the batch"""
        mask = padding(max(memory), *memory)
        inputs = [rng.standard_normal((len(own) * max(own), D)), rng.standard_normal((mask.size, D))]
        weights = [rng.normal(0, 0.6, shape) for shape in 4 * [(D, D), D]]
        return Case(name, inputs + weights, dict(heads=heads, key_mask=mask, **constants))

    def cases(self, rng):
        return [
            self.case(rng, "padding"),  # as long as x, so that each can stand for the other
            self.case(rng, "no padding", memory=(5, 5)),
            self.case(rng, "causal", memory=(5, 5), causal=True),
        ]

    def hard(self, rng):
        return [
            self.case(rng, "one head", heads=1),
            self.case(rng, "a memory of another length", memory=(4, 2)),
            self.case(rng, "one sentence of one word", own=(1,), memory=(1,)),
            self.case(rng, "a memory that is all padding", memory=(4, 0)),
        ]

    def oracle(self, x, memory, *weights, **constants):
        projected = (rows @ weights[2 * i] + weights[2 * i + 1] for i, rows in enumerate((x, memory, memory)))
        return Attention().oracle(*projected, **constants) @ weights[6] + weights[7]
