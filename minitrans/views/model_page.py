"""One HTML file that translates as you type: weights, pieces, and the forward pass in JavaScript."""

import json
import re
from pathlib import Path

import numpy as np

from ..backend import to_numpy
from ..config.setting import check_fixed
from ..data.marian_tokenizer import MarianTokenizer
from ..runs.text import MODEL
from ..system.errors import UserError
from .page import Page, text_of

FIXED = dict(task="translate", attention_radius=None, search="shrinking", source_vocabulary=None)
CONFIG = "d_model heads norm activation eps positions max_length beam alpha max_extra label_smoothing".split()
CONFIG += ["vocabulary", "own_source"]
MOST = 20_000_000  # bytes of the weights, because a browser reads them each time the page is opened
LONGEST = 100  # pieces of a sentence that a page translates
BARE = dict(languages=[], words=[], examples=[])  # for a page that says nothing about its text
EXAMPLES, LONGEST_EXAMPLE = 10, 60  # sentences, characters


class ModelPage(Page):
    """The page of a model.

    about: dict(languages, words, examples), see `about`
    kind: how matrices are stored: "float64", "float32", "float16", or "int8" with a scale for each column
    UserError for a model that `check_page` refuses, that is too large or has another tokenizer, and for a weight that
    this kind cannot store.
    """

    def __init__(self, model, tokenizer, about, kind="float16"):
        check_page(model.config)
        if isinstance(tokenizer, MarianTokenizer):
            raise UserError("a page cannot hold the tokenizer of a published model, only one of `minitrans train`")
        arrays = {name: to_numpy(tensor.data) for name, tensor in model.parameters().items()}
        tensors, weights = pack(arrays, kind)
        if len(weights) > MOST:
            smaller = "" if kind == "int8" else "; try --quantization int8"
            raise UserError(f"the weights have {len(weights) / 1e6:.1f} MB, but at most {MOST // 10**6}{smaller}")
        super().__init__(described(model, tokenizer) | dict(tensors=tensors) | about, weights)


def check_page(config):
    """UserError, by name, for a model that the scripts cannot run."""
    check_fixed(config, FIXED, "a page")


def asking_page(model, tokenizer, about):
    """The same page for a server that has the model; it requests records and weights, see `commands/demo.py`"""
    return str(Page(described(model, tokenizer) | about, connect="'self'"))


def described(model, tokenizer=None):
    """What a page says about a model without its weights, and about its tokenizer if a page can hold it"""
    shapes = [dict(name=name, shape=tensor.data.shape) for name, tensor in model.parameters().items()]
    config = {name: getattr(model.config, name) for name in CONFIG}
    found = dict(config=config, tensors=shapes, weights=model.flat.size, longest=LONGEST)
    if tokenizer is None or isinstance(tokenizer, MarianTokenizer):
        return found
    words = tokenizer.words(range(len(tokenizer)))
    return found | dict(pieces=words, normalizes=tokenizer.normalizes, symbols=model.config.symbols)


def pack(arrays, kind):
    """{name: array} -> a list of dict(name, shape, kind, bytes) in their order, and all their bytes

    With int8, vectors keep 16 bits.  UserError for a number that is not finite as this kind.
    """
    tensors, blob = [], []
    for name, array in arrays.items():
        own = "float16" if kind == "int8" and array.ndim == 1 else kind
        data = quantized(array) if own == "int8" else stored(array, own, name)
        tensors.append(dict(name=name, shape=array.shape, kind=own, bytes=len(data)))
        blob.append(data)
    return tensors, b"".join(blob)


def stored(array, kind, name):
    with np.errstate(over="ignore"):
        array = array.astype(dict(float64="<f8", float32="<f4", float16="<f2")[kind])
    if not np.isfinite(array).all():
        raise UserError(f"{name}: has a weight that is not finite as {kind}")
    return array.tobytes()


def quantized(array):
    """A matrix -> the bytes of a float32 for each column, its largest entry / 127, and of the entries in these units"""
    scale = np.maximum(abs(array).max(axis=0) / 127, np.finfo(np.float32).tiny).astype("<f4")
    return scale.tobytes() + np.round(array / scale).astype("<i1").tobytes()


def about(run):
    """What the page says about a run: the codes of its languages, if its files end with them; the longest length of
    nearly all training sentences, or 0; examples, and the words of the source text, see `Text.words`.  These are empty
    if the text is gone or has changed since training.  The bundled model has its own examples and experiments."""
    endings = [Path(path.removesuffix(".gz")).suffix[1:] for path in run.text.files.get("train", [])]
    sides = endings[:2]
    alike = endings == sides * (len(endings) // 2)
    examples = [line for line in run.text.lines("test", "valid") if 0 < len(line) <= LONGEST_EXAMPLE]
    found = dict(
        languages=sides if all(re.fullmatch("[a-z]{2}", ending) for ending in sides) and alike else [],
        words=sorted(run.text.words),
        length=run.text.length,
        examples=examples[:: max(1, len(examples) // EXAMPLES)][:EXAMPLES],
    )
    return found | (json.loads(text_of("bundled.json")) if run.path == MODEL else {})
