"""Small exercises of chapter 8."""

import numpy as np

from .question import ask

MATRICES, BIASES, NORMS = 4 * 512 * 512 + 2 * 512 * 2048, 5 * 512 + 2048, 2 * 2 * 512
ask(
    "08/1",
    "the number of parameters of one encoder layer with d_model = 512 and d_ff = 2048, with biases",
    MATRICES + BIASES + NORMS,
    wrong={
        "these are the matrices alone; biases and LayerNorms are missing": MATRICES,
        "the LayerNorms are missing": MATRICES + BIASES,
        "the biases are missing": MATRICES + NORMS,
        "there are two LayerNorms, and each has gamma and beta": MATRICES + BIASES + NORMS // 2,
    },
    hints=(
        "list the parts of an encoder layer and the shapes of their parameters",
        "count four square matrices and the two of the feed-forward network, all with biases, and two LayerNorms",
    ),
    digits=12,
)

ask(
    "08/2",
    "the shape of the logits for source [32, 20], target_in [32, 17] and 8000 pieces, a tuple of 3 numbers",
    [32, 17, 8000],
    wrong={
        "this is one row of logits for each word of the source; which words are predicted?": [32, 20, 8000],
        "inside the model they are rows; sentences and positions are two axes of the logits": [544, 8000],
    },
    hints=(
        "for which positions does the model predict a word, and how many choices has it?",
        "there is one row of logits for each word of target_in, and one logit for each piece",
    ),
)

ask(
    "08/3",
    "a function of a list of target ids that gives (target_in, target_out), BOS = 1 and EOS = 2",
    lambda target: ([1, *target], [*target, 2]),
    tries=[([9, 7, 8],), ([5],), ([],)],
    wrong={
        "the two are swapped: target_in starts with BOS, target_out ends with EOS": lambda target: (
            [*target, 2],
            [1, *target],
        ),
    },
)


def causal(ids):
    return np.tri(ids.shape[1], dtype=bool) & np.ones((len(ids), 1, 1), bool)


def keys(ids):
    return np.repeat((ids != 0)[:, None], ids.shape[1], axis=1)


ask(
    "08/4",
    "a function of target ids [B, T], PAD = 0, that gives the decoder's self-attention mask [B, T, T]",
    lambda ids: causal(ids) & keys(ids),
    tries=[(np.array(ids),) for ids in ([[1, 7, 8], [1, 9, 0]], [[1, 4, 5, 6], [1, 0, 0, 0], [1, 3, 3, 0]])],
    wrong={
        "it is causal, but words attend to padding: allow a key only if it is a word": causal,
        "it masks padding, but position t attends to later ones: s must be at most t": keys,
        "queries and keys are swapped: axis 1 is the query t, axis 2 is the key s": lambda ids: (
            causal(ids) & keys(ids)
        ).swapaxes(1, 2),
        "mask padding as a key (axis 2), not as a query (axis 1)": lambda ids: causal(ids) & keys(ids).swapaxes(1, 2),
    },
    hints=("entry [b, t, s] must be True where s <= t and ids[b, s] is not 0",),
)


def count(attentions=3, norms=5, tables=1, networks=2):
    def parameters(layers, d, d_ff, vocabulary):
        attention, forward = 4 * (d * d + d), 2 * d * d_ff + d_ff + d
        return tables * vocabulary * d + layers * (attentions * attention + networks * forward + norms * 2 * d)

    return parameters


ask(
    "08/5",
    "a function of (layers, d_model, d_ff, vocabulary): how many parameters the paper's model has, one shared table",
    count(),
    tries=[(1, 8, 16, 10), (6, 512, 2048, 37000), (2, 128, 256, 1500)],
    wrong={
        "source, target and softmax share one table: count it once": count(tables=3),
        "a decoder layer has two attentions and three LayerNorms": count(attentions=2, norms=4),
        "the LayerNorms are missing: two in an encoder layer, three in a decoder layer": count(norms=0),
        "there are layers in the encoder and in the decoder": (
            count(attentions=1, networks=1, norms=2),
            count(attentions=2, networks=1, norms=3),
        ),
    },
    hints=(
        "count one attention, one feed-forward network and one LayerNorm first",
        "an encoder layer has one attention and two LayerNorms, a decoder layer two and three; each has one network",
    ),
    digits=12,
)


RNG = np.random.default_rng(8)
TABLE = RNG.standard_normal((12, 5))
IDS = RNG.integers(4, 12, (2, 6))


def past(ids):
    return np.cumsum(TABLE[ids], axis=1)


def present(ids):
    return TABLE[ids] * 2


def next_word(ids):
    y = past(ids)
    y[:, :-1] += TABLE[ids[:, 1:]]
    return y


def adds(rows, words, factor=1.0):
    """A model of the past in which these rows use these words too, as far as a sentence has them."""

    def model(ids):
        y = past(ids)
        y[:, rows] += factor * TABLE[ids[:, words]].sum(axis=1, keepdims=True)
        return y

    return model


SAFE = {"a sum over the words so far": past, "a model that uses one word per position": present}
LEAKS = {
    "a mean over all words": adds(slice(None), slice(None), 1 / 6),
    "a model that uses the next word": next_word,
    "a model whose first row uses the second word": adds(slice(1), slice(1, 2)),
    "a model whose first row depends slightly on the last word": adds(slice(1), slice(-1, None), 1e-9),
    "a model whose fourth row uses the sixth word": adds(slice(3, 4), slice(5, 6)),
}


def leak_test(answer):
    for name, f in (SAFE | LEAKS).items():
        verdict = answer(f, IDS.copy())
        if not isinstance(verdict, bool | np.bool_):
            raise AssertionError("return True or False")
        if verdict and name in SAFE:
            raise AssertionError(f"it returns True for {name}, which uses no later word")
        if not verdict and name in LEAKS:
            advice = "change one position at a time, and compare all rows before it"
            raise AssertionError(f"it returns False for {name}; {advice}")


def looks(tolerance=0.0, positions=slice(1, None)):
    def leaks(f, ids):
        for j in range(ids.shape[1])[positions]:
            changed = ids.copy()
            changed[:, j] = 4 + (ids[:, j] - 3) % 8
            if (abs(f(changed) - f(ids))[:, :j] > tolerance).any():
                return True
        return False

    return leaks


def all_at_once(f, ids):
    changed = ids.copy()
    changed[:, 1:] = 4
    return bool((f(changed) != f(ids))[:, 0].any())


ask(
    "08/6",
    "a function of (f, ids) that says whether f: ids [B, T] -> [B, T, V] leaks the future, True or False",
    looks(),
    wrong={
        "it returns False for a mean over all words": lambda f, ids: False,
        "whose first row uses the second word": looks(positions=slice(2, None)),
        "whose first row depends slightly on the last word; change one position at a time": (
            looks(tolerance=1e-6),
            looks(positions=slice(1, -1)),
        ),
        "whose fourth row uses the sixth word": all_at_once,
        "which uses no later word": lambda f, ids: True,
        "return True or False": lambda f, ids: 1,
    },
    judge=leak_test,
)

ask(
    "08/7",
    "how many words ahead a mask that is off by one leaks with 6 layers, a number",
    6,
    hints=(
        "two layers leak two words ahead; what does the third layer see of the second?",
        "each layer lets a row see one row further of the layer below",
    ),
)

LOSSES = np.array([[1.0, 2, 3, 4], [6, 8, 5, 7]])
OUTPUTS = [[5, 6, 7, 2], [8, 2, 0, 0]], [[5, 2, 0, 0], [2, 0, 0, 0]], [[5, 6, 7, 2], [5, 6, 7, 2]]
ask(
    "08/8",
    "a function of losses [B, T] and target_out [B, T] that gives the mean loss per word, without padding",
    lambda losses, ids: losses[ids != 0].mean(),
    tries=[(LOSSES, np.array(ids)) for ids in OUTPUTS],
    wrong={
        "padding is still counted in the number by which the sum is divided": lambda losses, ids: (
            losses[ids != 0].sum() / ids.size
        ),
        "the losses at padding are counted too": lambda losses, ids: losses.mean(),
        "every sentence has the same weight now; every word should have": lambda losses, ids: np.mean(
            [row[words != 0].mean() for row, words in zip(losses, ids, strict=True)]
        ),
        "this is the sum; the mean is asked for": lambda losses, ids: losses[ids != 0].sum(),
    },
)
