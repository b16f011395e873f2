"""The two tasks of the program: learning, with the mean of the last weights, and translating."""

from functools import partial

import numpy as np

from ..my_transformer.translator import learn_averaged, translate_lines
from .exercise import EXACT, Exercise, short_repr
from .finding import Finding
from .mistakes import Edit
from .scripted import Scripted

COPIES, KEPT, DIVIDES = "[w.data.copy() for w in model.weights]", "checkpoints[-4:]", "step % every == 0"


class Weight:
    def __init__(self, data):
        self.data = data


class Model:
    """Two weights, which a loop changes"""

    def __init__(self):
        self.weights = [Weight(np.zeros(3)), Weight(np.ones((2, 2)))]

    def loop(self, steps, in_place=True):
        """Yield (step, loss); the weights change as those of a training do, in place or not."""
        rng = np.random.default_rng(5)
        for step in range(1, steps + 1):
            for w in self.weights:
                change = rng.standard_normal(w.data.shape)
                w.data = np.add(w.data, change, out=w.data) if in_place else w.data + change
            yield step, 10 / step


class Spelled:
    """A vocabulary of three words"""

    words = ["", "", "", "", "eins", "zwei", "drei"]

    def encode(self, line):
        return [self.words.index(word) for word in line.split()]

    def decode(self, ids):
        return " ".join(self.words[i] for i in ids)


class Main(Exercise):
    """It uses `average_checkpoints` and `beam_search`: in a folder, `from .search import beam_search`.  Both functions
    are generators: they `yield`.  A hypothesis of beam_search is (score, log probability, ids)."""

    name = "main"
    wants = (learn_averaged, translate_lines)
    mistakes = [
        Edit("the checkpoints are one and the same: copy the data", (COPIES, "[w.data for w in model.weights]")),
        Edit("more than the last five are averaged", (KEPT, "checkpoints")),
        Edit("only the last four are averaged", (KEPT, "checkpoints[-3:]")),
        Edit("the first five are averaged, not the last",
             ("[*checkpoints[-4:], " + COPIES + "]", f"[*checkpoints, {COPIES}][:5]")),
        Edit("the weights stay those of the last step: give the mean to the model",
             ("w.data = average_checkpoints(arrays)", "average_checkpoints(arrays)")),
        Edit("every step is a checkpoint", (DIVIDES, "True")),
        Edit("a checkpoint is one step late: `every` divides the step", (DIVIDES, "step % every == 1 % every")),
    ]  # fmt: skip

    def interface(self, data, learn_averaged, translate_lines):
        """learn_averaged yields what the loop yields; translate_lines yields texts."""
        model = Model()
        if (steps := list(learn_averaged(model, model.loop(3), 2))) != [(1, 10.0), (2, 5.0), (3, 10 / 3)]:
            raise Finding(
                f"learn_averaged must yield (step, loss) of the loop, and nothing else, not {short_repr(steps)}"
            )
        made = list(translate_lines(scripted(), Spelled(), ["eins zwei"]))
        if len(made) != 1 or not isinstance(made[0], str):
            raise Finding(f"translate_lines of one line must yield one text, not {short_repr(made)}")

    def forward(self, data, *own):
        """The mean of the last five checkpoints, and the best translations."""
        for numbers in ((20, 2), (12, 1), (23, 4)):
            self.same(partial(weights_after, *numbers), own, right_weights(*numbers), EXACT)
        call = partial(translations, ["eins zwei", "drei", "zwei zwei eins"])
        self.same_value("a translation", call, own, ["zwei drei", "eins", "drei drei zwei"])

    def adversarial(self, data, *own):
        """Fewer checkpoints than five, none, weights that are new arrays; no line."""
        for numbers in ((6, 3), (3, 5)):
            self.same(partial(weights_after, *numbers), own, right_weights(*numbers), EXACT)
        new = partial(weights_after, 12, 2, in_place=False)
        self.same(new, own, right_weights(12, 2), EXACT)
        self.same_value("the translation of no line", partial(translations, []), own, [])

    def invariants(self, data, learn_averaged, translate_lines):
        """Step by step, with the loop's weights while it runs; and line by line."""
        model, plain = Model(), Model()
        averaged = learn_averaged(model, model.loop(4), 2)
        for (step, _), _ in zip(averaged, plain.loop(4), strict=True):
            if (model.weights[0].data != plain.weights[0].data).any():
                raise Finding(f"after step {step} the weights are not the loop's: they become the mean at the end")
        lines = iter(["eins", "zwei"])
        first = next(iter(translate_lines(scripted(), Spelled(), lines)))
        if first != "zwei" or list(lines) != ["zwei"]:
            raise Finding("translate_lines must yield the first translation before it asks for the second line")


def weights_after(steps, every, learn_averaged, translate_lines, in_place=True):
    model = Model()
    for _ in learn_averaged(model, model.loop(steps, in_place), every):
        pass
    return {f"after {steps} steps, weight {i}": w.data for i, w in enumerate(model.weights)}


def right_weights(steps, every):
    model, kept = Model(), []
    for step, _ in model.loop(steps):
        kept += [[w.data.tolist() for w in model.weights]] * (step % every == 0 or steps < every)
    kept = kept[-5 if steps >= every else -1 :]
    means = (sum(map(np.array, each)) / len(each) for each in zip(*kept, strict=True))
    return {f"after {steps} steps, weight {i}": mean for i, mean in enumerate(means)}


def scripted():
    """A model that says the next word for each of the sentence: zwei for eins, drei for zwei, eins for drei"""

    def logits(sentence, words):
        likely = np.full(7, -5.0)
        likely[5 - (sentence[len(words)] == 6) + (sentence[len(words)] == 5) if len(words) < len(sentence) else 2] = 3
        return likely

    return Scripted(np, logits)


def translations(lines, learn_averaged, translate_lines):
    return list(translate_lines(scripted(), Spelled(), lines))
