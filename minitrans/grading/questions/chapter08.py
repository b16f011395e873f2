"""Small exercises of chapter 8."""

import numpy as np

from .answer import booleans, expect, numbers, small


@small("08/1", "the number of parameters of one encoder layer with d_model = 512 and d_ff = 2048, with biases")
def encoder_layer(answer):
    matrices, biases, norms = 4 * 512 * 512 + 2 * 512 * 2048, 5 * 512 + 2048, 2 * 2 * 512
    given = numbers(answer)
    for mistake, hint in (
        (matrices, "these are the matrices alone; biases and LayerNorms are missing"),
        (matrices + biases, "the LayerNorms are missing"),
        (matrices + norms, "the biases are missing"),
        (matrices + biases + norms // 2, "there are two LayerNorms, and each has gamma and beta"),
    ):
        if np.array_equal(given, mistake):
            raise AssertionError(hint)
    expect(
        given,
        matrices + biases + norms,
        "list the parts of an encoder layer and the shapes of their parameters",
        "count four square matrices and the two of the feed-forward network, all with biases, and two LayerNorms",
    )


@small("08/2", "the shape of the logits for source [32, 20], target_in [32, 17] and 8000 pieces, a tuple of 3 numbers")
def shape_of_logits(answer):
    given = numbers(answer)
    if np.array_equal(given, [32, 20, 8000]):
        raise AssertionError("this is one row of logits for each word of the source; which words are predicted?")
    if np.array_equal(given, [544, 8000]):
        raise AssertionError("inside the model they are rows; sentences and positions are two axes of the logits")
    expect(
        given,
        [32, 17, 8000],
        "for which positions does the model predict a word, and how many choices has it?",
        "there is one row of logits for each word of target_in, and one logit for each piece",
    )


@small("08/3", "a function of a list of target ids that gives (target_in, target_out), BOS = 1 and EOS = 2")
def teacher_forcing(answer):
    for target in ([9, 7, 8], [5], []):
        both = answer(list(target))
        if not isinstance(both, tuple | list) or len(both) != 2:
            raise AssertionError("return two lists, (target_in, target_out)")
        inputs, outputs = (as_list(each) for each in both)
        if inputs == [*target, 2] and outputs == [1, *target]:
            raise AssertionError("the two are swapped: target_in starts with BOS, target_out ends with EOS")
        if inputs != [1, *target]:
            raise AssertionError(f"for {target} target_in is {inputs}; it must be BOS, then the target")
        if outputs != [*target, 2]:
            raise AssertionError(f"for {target} target_out is {outputs}; it must be the target, then EOS")


@small("08/4", "a function of target ids [B, T], PAD = 0, that gives the decoder's self-attention mask [B, T, T]")
def decoder_mask(answer):
    for ids in (np.array([[1, 7, 8], [1, 9, 0]]), np.array([[1, 4, 5, 6], [1, 0, 0, 0], [1, 3, 3, 0]])):
        (batch, length), words = ids.shape, ids != 0
        right = np.zeros((batch, length, length), bool)
        for b, t, s in np.ndindex(right.shape):
            right[b, t, s] = s <= t and words[b, s]
        mask = booleans(answer(ids.copy()), right.shape, f"ids of shape {ids.shape}")
        causal = np.tri(length, dtype=bool)
        if (mask == causal).all():
            raise AssertionError("it is causal, but words attend to padding: allow a key only if it is a word")
        if (mask == words[:, None, :]).all():
            raise AssertionError("it masks padding, but position t attends to later ones: s must be at most t")
        if (mask == right.swapaxes(1, 2)).all():
            raise AssertionError("queries and keys are swapped: axis 1 is the query t, axis 2 is the key s")
        if (mask == (causal & words[:, :, None])).all():
            raise AssertionError("mask padding as a key (axis 2), not as a query (axis 1)")
        if not (mask == right).all():
            raise AssertionError("entry [b, t, s] must be True where s <= t and ids[b, s] is not 0")


@small(
    "08/5",
    "a function of (layers, d_model, d_ff, vocabulary): how many parameters the paper's model has, one shared table",
)
def count(answer):
    for layers, d, d_ff, vocabulary in ((1, 8, 16, 10), (6, 512, 2048, 37000), (2, 128, 256, 1500)):
        attention, forward, norm = 4 * (d * d + d), d * d_ff + d_ff + d_ff * d + d, 2 * d
        encoder, decoder = attention + forward + 2 * norm, 2 * attention + forward + 3 * norm
        right = vocabulary * d + layers * (encoder + decoder)
        actual = answer(layers, d, d_ff, vocabulary)
        if not isinstance(actual, int | float | np.number):
            raise AssertionError("return one number")
        if actual == right + 2 * vocabulary * d:
            raise AssertionError("source, target and softmax share one table: count it once")
        if actual == right - layers * (attention + norm):
            raise AssertionError("a decoder layer has two attentions and three LayerNorms")
        if actual == right - layers * 5 * norm:
            raise AssertionError("the LayerNorms are missing: two in an encoder layer, three in a decoder layer")
        if actual == right - layers * decoder or actual == right - layers * encoder:
            raise AssertionError("there are layers in the encoder and in the decoder")
        sizes = f"for layers, d_model, d_ff, vocabulary = {layers}, {d}, {d_ff}, {vocabulary}"
        expect(
            actual,
            right,
            f"{sizes} it is wrong; count one attention, one feed-forward network and one LayerNorm first",
            f"{sizes} a decoder layer has {decoder} parameters, an encoder layer {encoder}",
        )


@small("08/6", "a function of (f, ids) that says whether f: ids [B, T] -> [B, T, V] leaks the future, True or False")
def leak_test(answer):
    rng = np.random.default_rng(8)
    table = rng.standard_normal((12, 5))
    ids = rng.integers(4, 12, (2, 6))
    for name, leaks, f in models(table):
        verdict = answer(f, ids.copy())
        if not isinstance(verdict, bool | np.bool_):
            raise AssertionError("return True or False")
        if verdict and not leaks:
            raise AssertionError(f"it returns True for {name}, which uses no later word")
        if leaks and not verdict:
            raise AssertionError(
                f"it returns False for {name}; change one position at a time, and compare all rows before it"
            )


@small("08/7", "how many words ahead a mask that is off by one leaks with 6 layers, a number")
def words_ahead(answer):
    expect(
        answer,
        6,
        "two layers leak two words ahead; what does the third layer see of the second?",
        "each layer lets a row see one row further of the layer below",
    )


@small("08/8", "a function of losses [B, T] and target_out [B, T] that gives the mean loss per word, without padding")
def loss_per_word(answer):
    losses = np.array([[1.0, 2, 3, 4], [6, 8, 5, 7]])
    for ids in ([[5, 6, 7, 2], [8, 2, 0, 0]], [[5, 2, 0, 0], [2, 0, 0, 0]], [[5, 6, 7, 2], [5, 6, 7, 2]]):
        words = np.array(ids) != 0
        kept = [
            loss for row, real in zip(losses, words, strict=True) for loss, yes in zip(row, real, strict=True) if yes
        ]
        given = numbers(answer(losses.copy(), np.array(ids)))
        if given.shape != ():
            raise AssertionError(f"return one number, not an array of shape {given.shape}")
        right, per_sentence = sum(kept) / len(kept), ((losses * words).sum(axis=1) / words.sum(axis=1)).mean()
        for mistake, hint in (
            (sum(kept) / words.size, "padding is still counted in the number by which the sum is divided"),
            (losses.mean(), "the losses at padding are counted too"),
            (per_sentence, "every sentence has the same weight now; every word should have"),
            (sum(kept), "this is the sum; the mean is asked for"),
        ):
            if not np.isclose(mistake, right) and np.isclose(given, mistake):
                raise AssertionError(hint)
        expect(
            given,
            right,
            f"wrong for losses {losses.tolist()} and target_out {ids}",
            f"for losses {losses.tolist()} and target_out {ids} it is the mean of {kept}",
        )


def models(table):
    """Yield (description, whether it leaks, the function of ids)."""

    def past(ids):
        return np.cumsum(table[ids], axis=1)

    def present(ids):
        return table[ids] * 2

    def all_words(ids):
        return past(ids) + table[ids].mean(axis=1, keepdims=True)

    def next_word(ids):
        y = past(ids)
        y[:, :-1] += table[ids[:, 1:]]
        return y

    def last_word(ids):
        y = past(ids)
        y[:, 0] += 1e-9 * table[ids[:, -1]]
        return y

    def second_word(ids):
        y = past(ids)
        y[:, 0] += table[ids[:, 1:2]].sum(axis=1)  # 0 for a sentence of one word
        return y

    def sixth_word(ids):
        y = past(ids)
        y[:, 3:4] += table[ids[:, 5:6]].sum(axis=1, keepdims=True)
        return y

    yield "a sum over the words so far", False, past
    yield "a model that uses one word per position", False, present
    yield "a mean over all words", True, all_words
    yield "a model that uses the next word", True, next_word
    yield "a model whose first row uses the second word", True, second_word
    yield "a model whose first row depends slightly on the last word", True, last_word
    yield "a model whose fourth row uses the sixth word", True, sixth_word


def as_list(ids):
    """Ids as a list of Python numbers; other answers as they are."""
    return np.asarray(ids).tolist() if isinstance(ids, list | tuple | np.ndarray) else ids
