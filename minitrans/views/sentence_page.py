"""One HTML file that shows what a model did with a sentence.  It has the arrays of this sentence, but no weights."""

import base64

import numpy as np

from ..backend import to_numpy
from ..data.ids import EOS, SPECIAL
from .model_page import BARE, described, pack
from .page import Page

LIKELY = 12  # next words of each step whose logits are there: as many as the page shows of an array
MOST = 1_000_000  # numbers with 32 bits; if a sentence needs more of them, each has 16 bits
SHOWN = "text translation source target hypotheses beam tree repaired".split()


class SentencePage(Page):
    """The page of a `record`, or of several in the order of a training, see `learning.py`"""

    def __init__(self, model, records, about=BARE):
        super().__init__(described(model) | dict(records=records) | about)
        self.records = records


def record(trace, translator, most=MOST):
    """A Trace -> dict of what the page cannot compute without the weights, to be written as JSON

    ids, pieces: those of which the page has logits and rows of the embedding: of the sentence, and likely ones
    places: of the source and of the translation in these, or of a source with an embedding of its own in its rows
    rest: of each step, the sum of exp(logit) over all other pieces
    tensors, data: the results of linear maps, parameters of norms, and rows of tables, see `pack`
    """
    model, logits, own_source = translator.model, trace.logits, translator.config.own_source
    source, target = [*trace.source_ids, EOS], trace.target_ids
    likely = np.argsort(-logits, axis=1, kind="stable")[:, :LIKELY].ravel().tolist()
    ids = sorted({*range(len(SPECIAL)), *target, *likely, *([] if own_source else source)})
    arrays = {name: array for name, array in trace.arrays.items() if not name.endswith("weights")}
    arrays["logits"] = logits[:, ids]
    rows = dict(source_embedding=source if own_source else ids, positions=slice(max(len(source), len(target) + 1)))
    for name, tensor in model.parameters().items():
        if name.endswith((".gamma", ".beta")):
            arrays[name] = to_numpy(tensor.data)
        elif "." not in name:
            arrays[name] = to_numpy(tensor.data[rows.get(name, ids)])
    short = sum(array.size for array in arrays.values()) <= most
    places = [range(len(source)) if own_source else map(ids.index, source), map(ids.index, target)]
    return {name: getattr(trace, name) for name in SHOWN} | dict(
        ids=ids,
        pieces=translator.tokenizer.target.words(ids),
        places=list(map(list, places)),
        rest=np.exp(np.delete(logits, ids, axis=1), dtype=np.float64).sum(axis=1).tolist(),
        **packed(arrays, "float32" if short else "float16"),
    )


def packed(arrays, kind):
    """{name: array} -> what a page reads of them, as JSON, see `pack`"""
    tensors, data = pack(arrays, kind)
    return dict(tensors=tensors, data=base64.b64encode(data).decode())
