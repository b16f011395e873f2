"""One sentence over a whole training."""

import math

import numpy as np

from ..runs.checkpoint import load_weights
from ..runs.run import step_of
from ..system.errors import UserError, say
from .sentence_page import MOST, record

EXTRA = 10  # an untrained model would never stop writing
LARGEST = 40_000_000  # characters of all records in a page


def over_training(run, translator, sentence):
    """Translate a sentence greedily with each snapshot of a run or, without any, with each of its checkpoints.

    -> a list of records, oldest first, with their step and the loss of training there, between the lines of the log
    The translator of the run is left with the weights of the last one.
    """
    losses = [(row["step"], row["loss"]) for row in run.log if "loss" in row and math.isfinite(row["loss"])]
    records = []
    paths = run.snapshots() or run.checkpoints()
    if len(paths) < 2:
        raise UserError(f"{run.path}: has fewer than two checkpoints to compare; train with --snapshots 50")
    size = len(translator.view(sentence, beam=1, max_extra=EXTRA).records[0]["data"])
    fitting = max(2, LARGEST // size)
    if fitting < len(paths):
        say(f"{run.path}: the page has {fitting} of {len(paths)} steps; each needs {size / 1e6:.1f} MB")
        paths = [paths[i * (len(paths) - 1) // (fitting - 1)] for i in range(fitting)]
    for path in paths:
        load_weights(translator.model, [path], translator.tokenizer)
        step, trace = step_of(path), translator.trace(sentence, beam=1, max_extra=EXTRA)
        loss = float(np.interp(step, *zip(*losses, strict=True))) if losses else None
        records.append(record(trace, translator, MOST // len(paths)) | dict(step=step, loss=loss))
    return records
