"""An ensemble, as in Table 2 of the paper: several models choose each word together."""

from ..backend import Array
from ..ops.softmax import softmax_in_place
from .decoder_state import DecoderState
from .transformer import Transformer


class Ensemble:
    """Models with one vocabulary, decoded as one: the probability of a next word is the mean of theirs."""

    def __init__(self, models: list[Transformer]):
        self.models, self.config, self.xp = models, models[0].config, models[0].xp

    def __repr__(self) -> str:
        return f"Ensemble({', '.join(map(str, self.models))})"

    @property
    def longest(self) -> float:
        """The longest sentence that all of them can read."""
        return min(model.longest for model in self.models)

    def start(self, source: Array) -> "EnsembleState":
        """As `Transformer.start` -> EnsembleState"""
        return EnsembleState(model.start(source) for model in self.models)

    def step(self, words, state):
        """ids [N] -> array [N, V], the logarithms of the mean probabilities of the next word: these are logits too"""
        logits = (model.step(words, each) for model, each in zip(self.models, state, strict=True))
        mean = sum(map(softmax_in_place, logits)) / len(self.models)
        smallest = self.xp.finfo(mean.dtype).tiny  # a probability that is 0 after rounding has no logarithm
        return self.xp.log(self.xp.maximum(mean, smallest, out=mean), out=mean)


class EnsembleState(list[DecoderState]):
    """The DecoderState of each model."""

    def select(self, hypotheses: Array, sentences: Array) -> None:
        for state in self:
            state.select(hypotheses, sentences)
