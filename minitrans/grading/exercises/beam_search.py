"""Beam search."""

import copy
import math
from functools import partial
from itertools import zip_longest

import numpy as np

from ...config import Config
from ...data.ids import BOS, EOS, PAD, UNK
from ...decoding import beam_search
from ...nn import Transformer
from .exercise import Exercise, in_one, short_repr
from .finding import Finding
from .mistakes import Edit
from .scripted import LATER, LONG, NOWHERE, PLACES, REST, TOGETHER, Scripted, logarithms, random_logits

SPECIAL = {PAD: "PAD", BOS: "BOS", EOS: "EOS", UNK: "UNK"}
WIDE = 64  # 3 words make fewer translations of up to 4 pieces, so with this beam the search is exhaustive
EARLY = (
    "does the search end too early, or is a hypothesis dropped? A live hypothesis can still win as long as its log "
    "probability, divided by the penalty of the longest length, is above the n-th best score"
)
PLACE = "a hypothesis that has ended keeps its place: after k have ended, beam - k live ones remain, whatever nbest is"

# Texts of our part that the mistakes change
SCORE, LOG_P, PENALTY = "total / penalty(length, alpha), ", " total, live", "((5 + length) / 6) ** alpha"
TOTALS, NORMALISED = "log_p + [[total] for total, _ in live]", "z - np.log(np.exp(z).sum(axis=1, keepdims=True))"
NEVER, LIMIT = "log_p[:, [PAD, BOS, UNK]] = -np.inf", "min(len(sentence) + max_extra, model.longest)"
ENOUGH, HOPE = "len(ended) >= nbest and ended[nbest - 1][0] >= ", "live[0][0] / penalty(limit, alpha)"
ROWS = "[row for _, row, _ in best]"


class BeamSearch(Exercise):
    """A search may also keep `beam` live hypotheses besides those that have ended; only the last stage refuses this."""

    name = "beam_search"
    wants = (beam_search,)
    mistakes = [
        Edit("EOS does not count in the length", (SCORE, "total / penalty(length - 1, alpha), ")),
        Edit("the length penalty is left out", (SCORE, "total, ")),
        Edit("it is multiplied by the penalty, not divided", (SCORE, "total * penalty(length, alpha), ")),
        Edit("it is divided by the length, not by ((5 + length) / 6)^alpha", (SCORE, "total / length, ")),
        Edit("alpha is ignored", (PENALTY, "((5 + length) / 6)")),
        Edit("alpha is ignored: it is always the default, 0.6", (PENALTY, "((5 + length) / 6) ** 0.6")),
        Edit("the whole power is divided by 6: it is ((5 + length) / 6)^alpha", (PENALTY, "(5 + length) ** alpha / 6")),
        Edit("it has 6 + length in place of 5 + length: EOS counts once, and BOS does not",
             (PENALTY, "((6 + length) / 6) ** alpha")),
        Edit("it is divided by length^alpha, not by ((5 + length) / 6)^alpha", (PENALTY, "length**alpha")),
        Edit("the 6 is left out of ((5 + length) / 6)^alpha", (PENALTY, "(5 + length) ** alpha")),
        Edit("the log probability of EOS is left out", (NEVER, f"{NEVER}; log_p[:, EOS] = 0")),
        Edit("the log probability of the first word is left out",
             (TOTALS, f"(1e-99 if length == 1 else 1) * {TOTALS}")),
        Edit("it is that of the last step only: add those of all pieces", (TOTALS, "log_p")),
        Edit("it is the score: the length penalty divides score alone", (LOG_P, f" {SCORE}live")),
        Edit("it is a mean: add the log probabilities of all pieces", (LOG_P, " total / length, live")),
        Edit("it is a probability, not its logarithm", (LOG_P, " np.exp(total), live")),
        Edit("logarithms to base 2 are added, not natural ones", (NORMALISED, f"({NORMALISED}) / np.log(2)")),
        Edit("logits are added: log_softmax is missing", (NORMALISED, "np.array(logits)")),
        Edit("probabilities are added, not their logarithms", (NORMALISED, f"np.exp({NORMALISED})")),
        Edit("PAD, BOS and UNK are removed before the softmax: they are never chosen, but keep their probability",
             ("    z = ", "    logits[:, [PAD, BOS, UNK]] = -np.inf\n    z = ")),
        Edit(TOGETHER, (ROWS, f"{ROWS}[::-1]")),
        Edit(TOGETHER, (ROWS, "[0] * len(best)")),
        Edit(TOGETHER, (TOTALS, TOTALS.replace("log_p", "np.roll(log_p, 1, axis=0)"))),
        Edit(EARLY, (ENOUGH + HOPE, "ended")),
        Edit(EARLY, (ENOUGH + HOPE, "len(ended) >= nbest")),
        Edit(EARLY, (ENOUGH, "ended and ended[0][0] >= ")),
        Edit(EARLY, (ENOUGH, "len(ended) >= nbest and ended[0][0] >= ")),
        Edit(EARLY, (HOPE, "live[0][0] / penalty(length, alpha)")),
        Edit(EARLY, (HOPE, "live[-1][0] / penalty(limit, alpha)")),
        Edit("one piece too few is allowed: EOS counts as a piece, and BOS does not", (LIMIT, f"{LIMIT} - 1")),
        Edit(PLACE, ("beam - len(ended)", "beam")),
        Edit(PLACE, ("beam - len(ended)", "beam - min(len(ended), nbest)")),
    ]  # fmt: skip

    def compare(self, data, search, what, model, sentences, hint="", **options):
        """Finding unless the search finds what ours finds.  model: a function of xp that makes it"""

        def found(search, model):
            return translations(search(model, sentences, **options), sentences, options.get("nbest", 1))

        own = model(data.xp)
        actual, right = found(search, own), found(*self.ours(), model(np))
        if not (difference := first_difference(actual, right)):
            return
        known = self.wrong(lambda wrong: found(wrong, model(np))).items()
        alike = [(cause, wrong) for cause, wrong in known if not first_difference(actual, wrong)]
        causes = tuple(cause for cause, wrong in alike if first_difference(wrong, right))
        what = f"{what}, {short_repr(options)}"
        cause = in_one(causes) or self.shown(own, sentences, actual, options)
        if not cause and ids(actual) != ids(right):
            cause = hint
        raise Finding(difference[0], what, *difference[1:], cause)

    def shown(self, model, sentences, actual, options):
        """The cause that a wrong result reveals, or ''"""
        for sentence, best in zip(sentences, actual, strict=True):
            limit = min(len(sentence) + options.get("max_extra", 50), model.longest)
            if any(len(ids) >= limit for *_, ids in best):
                return f"a translation of {sentence} may have at most {limit} pieces, and EOS is one of them"
            if not all(math.isfinite(log_probability) for _, log_probability, _ in best):
                return "exp overflows: subtract the largest logit of each row first"
            if best != sorted(best, key=lambda each: -each[0]):
                return "the best score comes first, not the best log probability"
        return model.cause(sentences, actual) if isinstance(model, Scripted) else ""

    def follow(self, data, search, what, probabilities, rest, hint=EARLY, **options):
        """probabilities: {words so far: {next word: its probability}};  rest: {next word: ...} after other words"""
        model = partial(Scripted, logits_of=lambda sentence, words: logarithms(probabilities.get(words, rest)))
        self.compare(data, search, what, model, [[4]], hint, **options)

    def exhaustive(self, data, search, what, sentences, *, vocabulary=7, scale=2, longest=math.inf, **options):
        """With such a wide beam the search finds all translations, if `nbest` is as large."""
        model = partial(Scripted, logits_of=random_logits(data.seed, vocabulary, scale=scale), longest=longest)
        try:
            self.compare(data, search, what, model, sentences, EARLY, **dict(beam=WIDE, nbest=WIDE) | options)
        except (ValueError, IndexError) as error:
            cause = f"the vocabulary has {vocabulary} ids, fewer than the beam has hypotheses"
            raise Finding(str(error), what, cause=cause) from error

    def interface(self, data, search):
        """The form of the result, and of the calls of the model."""
        model, sentences = Scripted(data.xp, random_logits(data.seed)), [[4, 5, 6], [5], [6, 4]]
        for options in (dict(beam=1), dict(beam=3, alpha=0.5, nbest=3), {}):
            given = copy.deepcopy(sentences)
            translations(search(model, given, max_extra=4, **options), sentences, options.get("nbest", 1))
            if given != sentences:
                raise Finding("beam_search has changed the sentences that it was given")
        self.same_defaults(search)

    def forward(self, data, search):
        """Greedy search, models in which the likeliest first step is wrong, and exhaustive search."""
        end = lambda sentence, words: 30 if len(words) > len(sentence) else -30  # noqa: E731
        model = partial(Scripted, logits_of=random_logits(data.seed, 9, end))
        hint = "does the search keep the likeliest continuation, or does it sort the wrong way?"
        for alpha in (0.6, 1.3):
            self.compare(data, search, "greedy search", model, [[4, 5, 6]], hint, beam=1, alpha=alpha)

        what, hint = (
            "likely words that lead nowhere",
            "are the `beam` likeliest of all continuations kept, and none of them twice?",
        )
        self.follow(data, search, what, NOWHERE, REST, hint, beam=2, max_extra=3)
        what = "an end that is likely at once, though going on is better"
        for options in (dict(alpha=1.5, nbest=2), dict(alpha=1.5), dict(alpha=0.0, nbest=2)):
            self.follow(data, search, what, LONG, {EOS: 0.9}, beam=2, max_extra=9, **options)
        what = "a second translation that ends later than two others"
        self.follow(data, search, what, LATER, {EOS: 0.98}, beam=3, alpha=0.0, max_extra=9, nbest=2)
        for alpha, nbest in ((0.0, WIDE), (0.6, 5), (1.5, 5)):
            self.exhaustive(data, search, "all translations", [[4, 5]], alpha=alpha, max_extra=2, nbest=nbest)
        self.exhaustive(data, search, "three sentences in a batch", [[4], [5, 6, 4], [6, 5]], max_extra=1)

    def adversarial(self, data, search):
        """Small vocabularies, short sentences, huge logits, and a model with a maximum length."""
        self.exhaustive(data, search, "a vocabulary of one word", [[4, 4]], vocabulary=5, max_extra=1)
        self.exhaustive(data, search, "an empty sentence in the batch", [[], [4, 5]], max_extra=2)
        self.exhaustive(data, search, "logits of 1e4", [[4]], scale=1e4, max_extra=2)
        self.exhaustive(data, search, "a model whose longest is 3", [[4, 5]], longest=3, max_extra=7)
        what = "an end that is never likely, and the default of max_extra"
        hint = "a translation may have 30 + 50 pieces, and EOS counts as one"
        model = partial(Scripted, logits_of=lambda sentence, words: logarithms({5: 0.9, 6: 0.1}))
        self.compare(data, search, what, model, [[4] * 30], hint, beam=2)
        model = partial(
            Scripted, logits_of=random_logits(data.seed, end=lambda sentence, words: 30 * (sentence == (5,)) - 1)
        )
        what = "one sentence of the batch ends at once"
        self.compare(data, search, what, model, [[4, 6], [5], [6, 6, 4]], beam=WIDE, max_extra=1)

    def invariants(self, data, search):
        """Other sentences in the batch, nbest, and a constant added to the logits must not change a result."""
        logits_of, sentences = random_logits(data.seed), [[4, 5, 6], [5], [6, 4]]

        def found(sentences=sentences, shift=0, nbest=3):
            model = Scripted(data.xp, lambda sentence, words: logits_of(sentence, words) + shift)
            return ids(translations(search(model, sentences, beam=3, max_extra=3, nbest=nbest), sentences, nbest))

        expected = found()
        laws = {
            "each sentence by itself, not in a batch": ([found([each])[0] for each in sentences], expected),
            "the batch in reverse order": (found(sentences[::-1])[::-1], expected),
            "7 added to every logit": (found(shift=7), expected),
            "nbest 1, not 3": (found(nbest=1), [best[:1] for best in expected]),
        }
        for what, (actual, right) in laws.items():
            if actual != right:
                raise Finding(f"{what}, must not change the result", "", short_repr(actual), short_repr(right))

    def integration(self, data, search):
        """With a random Transformer, and a smaller beam: ended hypotheses keep their places."""
        config = Config(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=8, dtype="float64", seed=data.seed)

        def transformer(xp):
            model = Transformer(config, xp)
            model.softmax_embedding.data *= 3  # makes the probabilities far from uniform
            return model

        sentences = [data.rng.integers(4, 8, n).tolist() for n in (3, 1, 6, 4)]
        for beam, nbest, alpha in ((1, 1, 0.6), (3, 3, 0.6), (5, 5, 1.0), (4, 2, 1.0)):
            options = dict(beam=beam, nbest=nbest, alpha=alpha, max_extra=4)
            self.compare(data, search, "in the Transformer", transformer, sentences, PLACE, **options)
        self.follow(
            data, search, "a beam of 3 in which two have ended", PLACES, REST, PLACE, beam=3, alpha=1.5, max_extra=6
        )


def translations(actual, sentences, nbest):
    """Check the form of a search's result; return [(score, log probability, ids), ...] for each sentence."""
    if not isinstance(actual, list | tuple) or len(actual) != len(sentences):
        raise Finding(f"return one list for each of the {len(sentences)} sentences, not {short_repr(actual)}")
    for best in actual:
        if not isinstance(best, list | tuple) or hasattr(best, "ids") or not 1 <= len(best) <= nbest:
            raise Finding(f"each sentence needs 1 to nbest = {nbest} hypotheses, not {short_repr(best)}")
    return [[fields(hypothesis) for hypothesis in best] for best in actual]


def fields(hypothesis):
    """(score, log probability, ids as a tuple) of a hypothesis, which is an object with these attributes or a tuple."""
    try:
        if hasattr(hypothesis, "ids"):
            hypothesis = hypothesis.score, hypothesis.log_probability, hypothesis.ids
        score, log_probability, ids = hypothesis
        score, log_probability, ids = float(score), float(log_probability), tuple(int(word) for word in ids)
    except (TypeError, ValueError, AttributeError):
        raise Finding(f"no score, log_probability and ids in the hypothesis {short_repr(hypothesis)}") from None
    for word in ids:
        if word in SPECIAL:
            raise Finding(f"ids must be words only; {ids} contains {SPECIAL[word]} = {word}")
    return score, log_probability, ids


def ids(translations):
    return [[ids for *_, ids in best] for best in translations]


def first_difference(actual, right):
    """(what is wrong, its value, the right value) for the first hypothesis that differs, or None"""
    for sentence, (own, best) in enumerate(zip(actual, right, strict=True)):
        for place, (one, other) in enumerate(zip_longest(own, best, fillvalue=(0.0, 0.0, "none"))):
            here = f"hypothesis {place} of sentence {sentence}"
            if one[2] != other[2]:
                return f"{here} is wrong", str(one[2]), str(other[2])
            for i, name in (1, "log_probability"), (0, "score"):
                if not math.isclose(one[i], other[i], rel_tol=1e-9, abs_tol=1e-8):
                    return f"{here}, {one[2]}: its {name} is wrong", f"{one[i]:.10g}", f"{other[i]:.10g}"
    return None
