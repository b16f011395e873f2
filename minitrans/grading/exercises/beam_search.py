"""Beam search."""

import copy
import math
from itertools import zip_longest

import numpy as np

from ...config import Config
from ...data.ids import BOS, EOS, PAD, UNK
from ...decoding import beam_search
from ...nn import Transformer
from .exercise import Exercise, short_repr
from .finding import Finding
from .scripted import (
    EARLY,
    PLACE,
    PLACES,
    SCRIPTS,
    Scripted,
    every_translation,
    log_softmax,
    logarithms,
    penalty,
    random_logits,
)

DEFAULTS = dict(alpha=0.6, max_extra=50, nbest=1)
SPECIAL = {PAD: "PAD", BOS: "BOS", EOS: "EOS", UNK: "UNK"}
WIDE = 64  # 3 words make fewer translations of up to 4 pieces, so with this beam the search is exhaustive


class BeamSearch(Exercise):
    """A search may also keep `beam` live hypotheses besides those that have ended.  Only the last stage refuses it."""

    name = "beam_search"
    wants = (beam_search,)

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
        logits_of = random_logits(data.seed, 9, end=lambda sentence, words: 30 if len(words) > len(sentence) else -30)
        words = ()
        while len(words) < 4:
            words += (4 + int(np.argmax(logits_of((4, 5, 6), words)[4:])),)
        for alpha in (0.6, 1.3):
            (actual,) = checked("beam 1", search, Scripted(data.xp, logits_of), [[4, 5, 6]], beam=1, alpha=alpha)
            hint = "does the search keep the likeliest continuation, or does it sort the wrong way?"
            assert_ids("beam 1, which is greedy search", actual, [words], hint)

        for script in SCRIPTS:
            follow(script, data, search)
        for alpha, nbest in ((0.0, WIDE), (0.6, 5), (1.5, 5)):
            exhaustive(f"alpha {alpha}", data, search, [[4, 5]], alpha=alpha, max_extra=2, nbest=nbest)
        exhaustive("three sentences in a batch", data, search, [[4], [5, 6, 4], [6, 5]], max_extra=1)

    def adversarial(self, data, search):
        """Small vocabularies, short sentences, huge logits, and a model with a maximum length."""
        exhaustive("a vocabulary of one word", data, search, [[4, 4]], vocabulary=5, max_extra=1)
        exhaustive("an empty sentence in the batch", data, search, [[], [4, 5]], max_extra=2)
        exhaustive("logits of 1e4", data, search, [[4]], scale=1e4, max_extra=2)
        exhaustive("a model whose longest is 3", data, search, [[4, 5]], longest=3, max_extra=7)
        model = Scripted(data.xp, lambda sentence, words: logarithms({5: 0.9, 6: 0.1}))
        what = "an end that is never likely, and the default of max_extra"
        (actual,) = checked(what, search, model, [[4] * 30], beam=2)
        assert_ids(what, actual, [(5,) * 79], "a translation may have 30 + 50 pieces, and EOS counts as one")
        logits_of = random_logits(data.seed, end=lambda sentence, words: 30 if sentence == (5,) else -1)
        what = "one sentence of the batch ends at once"
        actual = checked(what, search, Scripted(data.xp, logits_of), [[4, 6], [5], [6, 6, 4]], beam=3, max_extra=2)
        assert_ids(what, actual[1], [()])

    def invariants(self, data, search):
        """Other sentences in the batch, nbest, and a constant added to the logits must not change a result."""
        logits_of = random_logits(data.seed)
        sentences, options = [[4, 5, 6], [5], [6, 4]], dict(beam=3, max_extra=3, nbest=3)

        def results(what, sentences=sentences, shift=0, **changes):
            model = Scripted(data.xp, lambda sentence, words: logits_of(sentence, words) + shift)
            return checked(what, search, model, sentences, **options | changes)

        expected = [[ids for *_, ids in best] for best in results("a batch")]
        for what, others, right in (
            ("each sentence by itself, not in a batch", [results("one", [each])[0] for each in sentences], expected),
            ("the batch in reverse order", results("a batch", sentences[::-1])[::-1], expected),
            ("7 added to every logit", results("logits plus 7", shift=7), expected),
            ("nbest 1, not 3", results("nbest 1", nbest=1), [ids[:1] for ids in expected]),
        ):
            for mine, ids in zip(others, right, strict=True):
                assert_ids(f"{what} must not change the result", mine, ids)

    def integration(self, data, search):
        """With a random Transformer, the result must equal the library's, where ended hypotheses keep their places."""
        config = Config(layers=1, d_model=8, d_ff=12, heads=2, vocabulary=8, dtype="float64", seed=data.seed)
        model = Transformer(config, data.xp)
        model.softmax_embedding.data *= 3  # makes the probabilities far from uniform
        sentences = [data.rng.integers(4, 8, n).tolist() for n in (3, 1, 6, 4)]
        for beam, nbest, alpha in ((1, 1, 0.6), (3, 3, 0.6), (5, 5, 1.0), (4, 2, 1.0)):
            options = dict(beam=beam, nbest=nbest, alpha=alpha, max_extra=4)
            right = beam_search(model, sentences, **options)
            actual = translations(search(model, sentences, **options), sentences, nbest)
            for mine, others in zip(actual, right, strict=True):
                ids = [tuple(each.ids) for each in others]
                assert_ids(f"in the Transformer, beam {beam}", mine, ids, f"if all other stages pass: {PLACE}")
                for one, other in zip(mine, others, strict=True):
                    assert_number(f"in the Transformer, beam {beam}: the score", one[0], other.score)
        follow(PLACES, data, search)


def follow(script, data, search):
    model = Scripted(data.xp, lambda sentence, words: logarithms(script.probabilities.get(words, script.rest)))
    (actual,) = checked(script.what, search, model, [[4]], **script.options)
    assert_ids(f"{script.what}, {short_repr(script.options)}", actual[: len(script.right)], script.right, script.hint)


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


def checked(what, search, model, sentences, *, alpha=0.6, max_extra=50, nbest=1, **options):
    """Run a search and check each hypothesis by itself; return `translations`.  Default options are not passed."""
    given = dict(alpha=alpha, max_extra=max_extra, nbest=nbest)
    options |= {name: value for name, value in given.items() if value != DEFAULTS[name]}
    actual = search(model, sentences, **options)
    actual = translations(actual, sentences, nbest)
    for sentence, best in zip(map(tuple, sentences), actual, strict=True):
        limit = min(len(sentence) + max_extra, model.longest)
        for score, log_probability, ids in best:
            here = f"{what}: of the sentence {sentence}, for the ids {ids}"
            if len(ids) >= limit:
                raise Finding(f"{here}: at most {limit} pieces are allowed, and EOS is one of them")
            check_log_probability(here, log_probability, model, sentence, ids, alpha)
            check_score(here, score, log_probability, len(ids), alpha)
        if len({ids for *_, ids in best}) < len(best):
            cause = "a sentence starts with one hypothesis: do not continue copies of it"
            raise Finding(f"{what}: the same translation occurs twice", cause=cause)
        if best != sorted(best, key=lambda each: -each[0]):
            raise Finding(f"{what}: the best score must come first, not {[score for score, *_ in best]}")
    return actual


def check_log_probability(here, actual, model, sentence, ids, alpha):
    rows = [model.logits_of(sentence, ids[:t]) for t in range(len(ids) + 1)]
    chosen = list(zip(rows, [*ids, EOS], strict=True))
    steps = [log_softmax(row)[word] for row, word in chosen]
    of_words = [log_softmax(np.delete(row, [PAD, BOS, UNK]))[max(word - 3, 0)] for row, word in chosen]
    mistakes = {
        "the log probability of EOS is left out": sum(steps[:-1]),
        "it is that of the last step only: add those of all pieces": steps[-1],
        "the log probability of the first word is left out": sum(steps[1:]),
        "it is the score: the length penalty divides score alone": sum(steps) / penalty(len(steps), alpha),
        "logarithms to base 2 are added, not natural ones": sum(steps) / math.log(2),
        "it is a mean: add the log probabilities of all pieces": sum(steps) / len(steps),
        "logits are added: log_softmax is missing": sum(row[word] for row, word in chosen),
        "probabilities are added, not their logarithms": sum(map(math.exp, steps)),
        "it is a probability, not its logarithm": math.exp(sum(steps)),
        "PAD, BOS and UNK are removed before the softmax: they are never chosen, but keep their probability": sum(
            of_words
        ),
    }
    hint = ""
    if not math.isfinite(actual):
        hint = "exp overflows: subtract the largest logit of each row first"
    elif model.mixed:
        hint = "state.select has mixed up sentences: number hypotheses over the whole batch, sentence * beam + slot"
    elif any(math.isclose(actual, total) for total in model.mixtures(sentence, ids)):
        hint = "do the state and the hypotheses belong together? Give state.select the rows that are continued"
    assert_number(f"{here}: log_probability", actual, sum(steps), mistakes, hint)


def check_score(here, actual, log_probability, words, alpha):
    length = words + 1
    mistakes = {
        "EOS does not count in the length": log_probability / penalty(words, alpha),
        "the length penalty is left out": log_probability,
        "alpha is ignored": log_probability / penalty(length, 1),
        "alpha is ignored: it is always the default, 0.6": log_probability / penalty(length, 0.6),
        "the whole power is divided by 6: it is ((5 + length) / 6)^alpha": log_probability * 6 / (5 + length) ** alpha,
        "it has 6 + length in place of 5 + length: EOS counts once, and BOS does not": log_probability
        / penalty(length + 1, alpha),
        "it is multiplied by the penalty, not divided": log_probability * penalty(length, alpha),
        "it is divided by the length, not by ((5 + length) / 6)^alpha": log_probability / length,
        "it is divided by length^alpha, not by ((5 + length) / 6)^alpha": log_probability / length**alpha,
        "the 6 is left out of ((5 + length) / 6)^alpha": log_probability / (5 + length) ** alpha,
    }
    assert_number(f"{here}: score", actual, log_probability / penalty(length, alpha), mistakes)


def exhaustive(what, data, search, sentences, *, vocabulary=7, scale=2, longest=math.inf, **options):
    """Compare a search that is wide enough to be exhaustive with the list of all translations."""
    logits_of = random_logits(data.seed, vocabulary, scale=scale)
    model = Scripted(data.xp, logits_of, longest)
    what, options = f"{what}, a beam of {WIDE}", dict(beam=WIDE, nbest=WIDE, alpha=0.6) | options
    try:
        results = checked(what, search, model, sentences, **options)
    except (ValueError, IndexError) as error:
        cause = f"the vocabulary has {vocabulary} ids, fewer than the beam has hypotheses"
        raise Finding(str(error), what, cause=cause) from error
    for sentence, best in zip(sentences, results, strict=True):
        limit = min(len(sentence) + options["max_extra"], longest)
        right = every_translation(logits_of, tuple(sentence), limit, options["alpha"])[: options["nbest"]]
        pieces, hint = max(len(ids) + 1 for *_, ids in best), EARLY
        if options["nbest"] == WIDE and pieces < limit:  # a smaller nbest may leave out the longest ones
            hint = f"{limit} pieces are allowed, and EOS counts; yours have at most {pieces}"
        assert_ids(what, best, right, hint)


def assert_ids(what, best, expected, cause=""):
    actual = [ids for *_, ids in best]
    for place, (one, other) in enumerate(zip_longest(actual, expected, fillvalue="none")):
        if one != other:
            raise Finding(f"hypothesis {place} is wrong", what, str(one), str(other), cause)


def assert_number(what, actual, right, mistakes=(), hint=""):
    if not math.isclose(actual, right, rel_tol=1e-9, abs_tol=1e-8):
        cause = next(
            (cause for cause, number in dict(mistakes).items() if math.isclose(actual, number, abs_tol=1e-9)), hint
        )
        raise Finding(f"{what} is wrong", "", f"{actual:.10g}", f"{right:.10g}", cause)
