"""The results of a lesson as one line of JSON.  test_browser.py runs it here and in a browser's Python."""

import importlib
import json
import pkgutil
from dataclasses import replace
from itertools import islice

import minitrans
from minitrans.config import Config
from minitrans.data.corpora import corpus_files
from minitrans.data.lines import stream_lines
from minitrans.engine import engine
from minitrans.grading.inline import grade_inline
from minitrans.nn import Transformer
from minitrans.ops.layer_norm import layer_norm_backward, layer_norm_forward
from minitrans.ops.linear import linear_backward, linear_forward
from minitrans.ops.softmax import softmax_backward, softmax_forward
from minitrans.optim import Adam

TINY = Config(layers=1, d_model=16, d_ff=32, heads=2, shards=1, dtype="float64")


def lines(split, side, count):
    return list(islice(stream_lines(corpus_files("toy-en-de")[split][side]), count))


def translate(model):
    sentences = lines("test", 0, 10)
    found = model.search(sentences)
    attention = model.attention(sentences[0])
    return dict(
        translations=[text for [(_, text)] in found],
        scores=[score for [(score, _)] in found],
        pieces=[attention["source"], attention["target"]],
        **{name: attention[name].tolist() for name in ("encoder", "decoder", "cross")},
    )


def grade():
    """-> the reports of three right exercises and of a wrong one"""
    return [
        grade_inline("softmax", (softmax_forward, softmax_backward)),
        grade_inline("linear", (linear_forward, linear_backward)),
        grade_inline("layer_norm", (layer_norm_forward, layer_norm_backward)),
        grade_inline("softmax", (softmax_forward, lambda dy, cache: (dy,))),
    ]


def train(tokenizer):
    """Twenty steps of a tiny model -> the ids that it learns from, the loss of each step, some of the weights"""
    pairs = list(zip(*(tokenizer.encode(lines("train", side, 40)) for side in (0, 1)), strict=True))
    model, losses = Transformer(replace(TINY, vocabulary=len(tokenizer))), []
    with engine(model.config) as running:
        step = running.make_step(model, Adam(model.flat))
        for number in range(1, 21):
            step([pairs], number, 1e-3)
            losses.append(step.totals().loss)
    return dict(pairs=pairs, losses=losses, weights=model.flat[::50].tolist())


def lacking():
    """-> the missing packages that modules of minitrans need"""
    names = set()
    modules = pkgutil.walk_packages(minitrans.__path__, "minitrans.")
    acting = ".my_transformer.__main__", ".my_transformer.test_parts"  # one would train, the other start a grader
    for module in [each for each in modules if not each.name.endswith(acting)]:
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            names.add(error.name.partition(".")[0])
    return sorted(names)


if __name__ == "__main__":
    model = minitrans.load()
    print(json.dumps(dict(**translate(model), graded=grade(), **train(model.tokenizer), lacking=lacking())))
