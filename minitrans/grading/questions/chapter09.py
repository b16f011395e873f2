"""Small exercises of chapter 9."""

import numpy as np

from ..exercises.exercise import short_repr
from .answer import expect, numbers, small


@small("09/1", "the number of pieces of `▁slower` with the merges l+o, lo+w, e+r, ▁+s, ▁s+lo, w+er, a number")
def pieces(answer):
    expect(answer, 3, "apply the merges in their order, each to the result of the one before")


@small("09/2", "a function of the lengths of the sentences in a batch, a list, that gives the fraction of padding")
def share_of_padding(answer):
    for lengths, right in (([2, 3, 7], 9 / 21), ([3, 7, 2], 9 / 21), ([5], 0), ([4, 4], 0), ([1, 1, 1, 13], 36 / 52)):
        hint = (
            f"for the lengths {lengths} the array has {len(lengths)} x {max(lengths)} entries; how many are no token?"
        )
        expect(answer(lengths), right, hint)


@small("09/3", "the fraction of padding in batches of 2 if lengths are 2 or 4 with equal probability, a number")
def expected_padding(answer):
    expect(
        answer,
        1 / 7,
        "how long is a batch on average, and how long is a sentence?",
        "the longer of the two is 2 only if both are, with probability 1/4",
    )


@small(
    "09/4",
    "a function of two lists, the summed loss and the number of tokens of each batch, that gives the loss per token",
)
def loss_per_token(answer):
    for losses, tokens in (([30.0, 2.0], [10, 2]), ([7.0], [2]), ([3.0, 0.5, 9.0], [3, 1, 2])):
        actual, right = answer(losses, tokens), sum(losses) / sum(tokens)
        mean = sum(loss / count for loss, count in zip(losses, tokens, strict=True)) / len(losses)
        if isinstance(actual, float) and abs(actual - mean) < 1e-9 and abs(mean - right) > 1e-9:
            raise AssertionError(
                "this is the mean of the means of the batches: divide the sum of all losses by the number of all tokens"
            )
        expect(actual, right, f"for losses {losses} of {tokens} tokens it should be {right:.4g}")


@small("09/5", "a function of an array like target_out, [B, T], that gives B lists of ids without EOS (2) and PAD (0)")
def to_lists(answer):
    rows = np.array(
        [[7, 8, 2, 0, 0], [9, 2, 0, 0, 0], [5, 6, 7, 8, 2], [2, 0, 0, 0, 0], [5, 6, 7, 8, 9], [4, 2, 6, 2, 0]]
    )
    expected = [[7, 8], [9], [5, 6, 7, 8], [], [5, 6, 7, 8, 9], [4]]
    actual = answer(rows.copy())
    if not isinstance(actual, list | tuple) or len(actual) != len(rows):
        raise AssertionError(f"return a list with one list for each of the {len(rows)} rows, not {short_repr(actual)}")
    for row, ids, right in zip(rows.tolist(), actual, expected, strict=True):
        if not isinstance(ids, list | tuple | np.ndarray) or list(ids) != right:
            raise AssertionError(f"the row {row} should give {right}, not {short_repr(ids)}")


@small("09/6", "pieces of German by English merges over those by shared merges: 1, 2 or 10")
def pieces_of_another_language(answer):
    if not 1.5 < numbers(answer) < 3.5:
        raise AssertionError(
            "which pieces do English and German have in common?",
            "learn the merges from the English side alone, and count the pieces of the German validation text",
        )


@small("09/7", "a function of a list of target ids that gives the decoder's input and output, two lists")
def shifted(answer):
    for target in ([70, 81, 9], [5], []):
        try:
            begin, end = (list(map(int, each)) for each in answer(list(target)))
        except (TypeError, ValueError):
            raise AssertionError("the function must return two lists, the input and the output") from None
        if begin != [1, *target]:
            raise AssertionError(f"for {target} the input must be {[1, *target]}")
        if end == [*target, 0]:
            raise AssertionError("the last output is padding, which does not count; so nothing teaches it to stop")
        if end != [*target, 2]:
            raise AssertionError(f"for {target} the output must be {[*target, 2]}")
