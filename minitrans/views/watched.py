"""A copy of a model that keeps the arrays of a sentence, and behaves as a reader of its page has changed it."""

import re
from collections.abc import Iterable
from copy import copy
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from ..nn.attention import MultiHeadAttention
from ..ops.attention import attention_forward, merge_heads, split_heads
from ..tensor import Tensor


class Change(NamedTuple):
    """A reader's changes, with the names of change.js.

    off: attentions, their heads, and residual connections that are switched off
    rows: {"decoder.1.cross_attention.head.2.row.3": the place of the only key that this query looks at, or "all"}
    prefix: the ids that the translation begins with
    """

    off: list
    rows: dict
    prefix: list


UNCHANGED = Change([], {}, [])


def read_change(query):
    """The fields of an address, as change.js has checked and written it -> Change"""
    rows = re.findall(r"(?<![\w.])([\w.]+):(\d{1,6}|all)", query.get("rows", ""))
    prefix = re.findall(r"\d{1,9}", query.get("next", ""))
    return Change(re.findall(r"[\w.]+", query.get("off", "")), dict(rows), list(map(int, prefix)))


def watched(model, change=UNCHANGED, place=None):
    """-> a copy of a Transformer for one sentence, with the same parameters, and {name: array}, which it fills with the
    results of linear maps and the weights [1, h, queries, keys] of attention

    place: the place of the first word, if the decoder gets the words one by one
    """
    model, kept = copy(model), {}
    for side, first in (("encoder", None), ("decoder", place)):
        layers = list(map(copy, getattr(model, side)))
        setattr(model, side, layers)
        for (i, layer), part in product(enumerate(layers), vars(layers[0])):
            module, name = getattr(layer, part), f"{side}.{i}.{part}"
            if part.endswith("attention"):
                setattr(layer, part, Watched(module, name, change, kept, first))
            elif part == "feed_forward":
                layer.feed_forward = partial(feed_forward, module, name, kept)
            elif name in change.off:
                setattr(layer, part, partial(alone, module))
    return model, kept


class Watched(MultiHeadAttention):
    """An attention that keeps its arrays, and whose weights a reader may change."""

    def __init__(self, attention: MultiHeadAttention, name: str, change: Change, kept: dict, place: int | None = None):
        vars(self).update(vars(attention))
        self.name, self.change, self.kept, self.place = name, change, kept, place

    def attend(self, x: Tensor, keys_values: Iterable[Tensor], mask: dict, seed: tuple | None = None) -> Tensor:
        q, k, v = (rows.data for rows in (self.query(x), *keys_values))
        _, cache = attention_forward(q, k, v, heads=self.heads, **mask)
        weights = cache.inner.weights
        self.set_rows(weights, mask.get("causal"))
        y = self.output(Tensor(merge_heads(weights @ split_heads(v, len(weights), self.heads))))
        arrays = dict(query=q, key=k, value=v, output=y.data, weights=weights)
        self.kept |= {f"{self.name}.{kind}": array for kind, array in arrays.items()}
        return y

    def set_rows(self, weights, causal):
        """Change rows of the weights [B, h, queries, keys]; one by one, all queries of a call are at the same place."""
        _, heads, queries, keys = weights.shape
        for head, query in np.ndindex(heads, queries):
            part, place = f"{self.name}.head.{head}", query if self.place is None else self.place
            key = self.change.rows.get(f"{part}.row.{place}", self.change.rows.get(f"{self.name}.row.{place}"))
            row = weights[:, head, query, : query + 1 if causal else keys]
            if key == "all":
                row[:] = 1 / row.shape[-1]
            elif key:
                row[:] = 0
                row[:, int(key) :][:, :1] = 1
            if {self.name, part}.intersection(self.change.off):
                row[:] = 0
        if self.place is not None:
            self.place += 1


def feed_forward(module, name, kept, x):
    y = module(x)
    kept |= {f"{name}.before": x.data @ module.w1.data + module.b1.data, name: y.data}
    return y


def alone(residual, x, sublayer, seed):
    """A residual connection that is switched off"""
    return sublayer(residual.norm(x)) if residual.pre else residual.norm(sublayer(x))
