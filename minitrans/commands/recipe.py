"""Without --preset, `minitrans train` chooses the recipe for the size of the training text."""

import re
from itertools import islice
from math import inf

from ..config import Config, flag
from ..config.presets import RECIPES
from ..data.unicode import ACCENTS
from ..tasks import TASKS
from ..tasks.tree_pairs import is_trees

SHOWN = "layers d_model d_ff heads norm vocabulary dropout batch_tokens rate warmup cooldown".split()


def recipe(files, overrides):
    """{split: files} -> {field: value} of the Config by the size of the training text, and one line about them

    overrides: the fields that the user has set.  If minutes are among them, they alone limit the training.
    """
    task = TASKS[overrides.get("task", "parse" if is_trees(files["train"][0]) else "translate")]
    task.check_files(files["train"])
    # The size of the text, counted no further than the largest number in a row.
    recipes = RECIPES[task.name]
    most = max(pairs for pairs, _ in recipes if pairs < inf)
    pairs, words, characters = size(task.lines(files["train"]), most + 1)
    # The row of the table.  Each character is a piece, so text with many different ones needs a larger vocabulary.
    limits = next(each for each in recipes if pairs <= each[0] and words <= each[1])
    settings = recipes[limits]
    if not task.trees and 2 * characters > settings.get("vocabulary", inf):
        settings = settings | dict(vocabulary=2 * characters)
    if "minutes" in overrides:
        settings = settings | dict(steps=Config.steps)
    if overrides.keys() & {"minutes", "steps"}:  # early stopping is for training without a budget
        settings = settings | dict(patience=None)
    # The line
    config = Config(**settings | overrides)
    count = f"more than {most:,}" if pairs > most else f"{pairs:,}"
    row = (f"up to {limits[0]:,}" if limits[0] < inf else "any number of") + " pairs"
    row += f" with up to {limits[1]:,} words" if limits[1] < inf else ""
    flags = " ".join(f"{flag(name)} {getattr(config, name)}" for name in SHOWN)
    return settings, f"{count} pairs, {words:,} different words: the recipe for {row}: {flags}"


def size(lines, most):
    """(source line, target line) pairs, or None for an empty one -> how many pairs there are, different words of the
    source (without case and marks), and different characters.  Only the first `most` pairs are read."""
    pairs, words, characters = 0, set(), set()
    for source, target in islice(filter(None, lines), most):
        pairs += 1
        words.update(re.findall(rf"[\w{ACCENTS}]+", source.lower()))
        characters.update(source, target)
    return pairs, len(words), len(characters)
