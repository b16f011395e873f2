"""Multi-head attention without its projections."""

import numpy as np

from ...backend import to_numpy
from ...ops.attention import attention_backward, attention_forward
from .exercise import assert_small
from .finding import Finding
from .mistakes import Edit
from .operation import Case, Operation, place
from .scaled_dot_product_attention import ScaledDotProductAttention

ONE_HEAD = ScaledDotProductAttention()  # its loops accept any leading axes, here [B, h]


RESHAPED = "by a reshape only; the axes of words and heads must be swapped too"
SPLIT, RESHAPE = "(split(x, batch, heads) for", "(x.reshape(batch, heads, -1, x.shape[1] // heads) for"
MERGE, RESHAPE_BACK = "return merge(y)", "return y.reshape(y.shape[0] * y.shape[2], -1)"
WORDS, ORDER = "key_mask[:, None, None, :]", "np.tri(q.shape[2], k.shape[2], dtype=bool)"
SAME_LENGTH = "mask = mask if q.shape[2] != k.shape[2] else"


class Attention(Operation):
    """Dropout of the weights is not required: p and seed are never passed."""

    name = "attention"
    wants = (attention_forward, attention_backward)

    def cases(self, rng):
        whole, padded = dict(heads=3, key_mask=padding(7, 7, 7)), dict(heads=3, key_mask=padding(7, 7, 4))
        short = dict(heads=3, key_mask=padding(5, 5, 5))
        return [
            Case("three heads", qkv_rows(rng, 2, 5, 7, 3, 11, 2), whole),
            Case("padding", qkv_rows(rng, 2, 5, 7, 3, 11, 2), padded),
            Case("as many queries as keys, padding", qkv_rows(rng, 2, 7, 7, 3, 2, 5), padded),
            Case("causal", qkv_rows(rng, 2, 7, 7, 3, 2, 5), whole | dict(causal=True)),
            Case("causal with padding", qkv_rows(rng, 2, 7, 7, 3, 2, 5), padded | dict(causal=True)),
            Case("causal, 5 queries and 7 keys", qkv_rows(rng, 2, 5, 7, 3, 2, 5), whole | dict(causal=True)),
            Case("causal, 7 queries and 5 keys", qkv_rows(rng, 2, 7, 5, 3, 2, 5), short | dict(causal=True)),
        ]

    def hard(self, rng):
        x, far = rng.standard_normal((2 * 5, 3 * 4)), qkv_rows(rng, 2, 3, 5, 2, 7, 4)
        far[0] += np.tile(200 * np.eye(3, 7), (2, 2))  # query t matches key t far better than any other key
        holes = np.array([[False, True, True, False, True], [True, False, False, True, False]])
        far[1] += np.tile(200 * np.eye(5, 7), (2, 2))
        return [
            Case("one head", qkv_rows(rng, 2, 3, 5, 1, 7, 4), dict(heads=1, key_mask=padding(5, 5, 2))),
            Case("heads of width 1", qkv_rows(rng, 2, 3, 5, 4, 1, 1), dict(heads=4, key_mask=padding(5, 5, 2))),
            Case("a batch of 1", qkv_rows(rng, 1, 3, 5, 2, 7, 4), dict(heads=2, key_mask=padding(5, 4))),
            Case("one word", qkv_rows(rng, 2, 1, 1, 3, 4, 2), dict(heads=3, key_mask=padding(1, 1, 1), causal=True)),
            Case("a single key", qkv_rows(rng, 2, 3, 5, 2, 7, 4), dict(heads=2, key_mask=padding(5, 1, 5))),
            Case("nothing but padding", qkv_rows(rng, 2, 3, 5, 2, 7, 4), dict(heads=2, key_mask=padding(5, 5, 0))),
            Case(
                "padding before and between the words", qkv_rows(rng, 2, 3, 5, 2, 7, 4), dict(heads=2, key_mask=holes)
            ),
            Case("q is k is v", [x, x, x], dict(heads=3, key_mask=padding(5, 3, 5), causal=True)),
            Case("scores of 1e4", far, dict(heads=2, key_mask=padding(5, 5, 4))),
            Case(
                "causal, with padding before the words, where a query that sees no key gets zeros",
                qkv_rows(rng, 2, 5, 5, 2, 7, 4),
                dict(heads=2, key_mask=holes, causal=True),
            ),
        ]

    def oracle(self, q, k, v, *, heads, key_mask, causal=False):
        return multi_head(q, k, v, heads, allowed(q, key_mask, causal))

    mistakes = [
        Edit(f"the heads are split {RESHAPED}", (SPLIT, RESHAPE)),
        Edit(f"the heads are merged {RESHAPED}", (MERGE, RESHAPE_BACK)),
        Edit(f"the heads are split and merged {RESHAPED}", (SPLIT, RESHAPE, MERGE, RESHAPE_BACK)),
        Edit("each head takes every h-th column; it must take d_k neighbouring columns",
             (SPLIT, "(x.reshape(batch, -1, x.shape[1] // heads, heads).transpose(0, 3, 1, 2) for")),
        Edit("each head takes every h-th column, also in merging; it must take d_k neighbouring columns",
             (SPLIT, "(x.reshape(batch, -1, x.shape[1] // heads, heads).transpose(0, 3, 1, 2) for",
              MERGE, "return y.transpose(0, 2, 3, 1).reshape(y.shape[0] * y.shape[2], -1)")),
        Edit("the scores are divided by sqrt(h * d_k), not by sqrt(d_k)",
             ("attention_forward(q, k, v, mask)", "attention_forward(heads**-0.5 * q, k, v, mask)")),
        Edit("key_mask is ignored", (WORDS, f"np.ones_like({WORDS})")),
        Edit("key_mask is inverted (True = a word)", (WORDS, f"~{WORDS}")),
        Edit("causal is ignored: queries see later words", (f" & {ORDER}", "")),
        Edit("causal is inverted: queries see only later words", (ORDER, "~np.tri(q.shape[2], k.shape[2], -1, bool)")),
        Edit("causal hides the word itself too; query t sees keys 0 .. t",
             ("k.shape[2], dtype", "k.shape[2], -1, dtype")),
        Edit("causal shows the next word too; query t sees keys 0 .. t", ("k.shape[2], dtype", "k.shape[2], 1, dtype")),
        Edit("causal is aligned at the last key; query t sees keys 0 .. t, counted from the first",
             ("k.shape[2], dtype", "k.shape[2], k.shape[2] - q.shape[2], dtype")),
        Edit("later words are hidden, although causal is False", ("if causal", "if True")),
        Edit("key_mask hides queries, not keys: it belongs to the last axis of the scores",
             ("    if causal", f"    {SAME_LENGTH} mask.swapaxes(-1, -2)\n    if causal")),
        Edit("key_mask hides queries as well as keys",
             ("    if causal", f"    {SAME_LENGTH} mask & mask.swapaxes(-1, -2)\n    if causal")),
        Edit(f"the heads of dy are split {RESHAPED}",
             ("split(dy, batch, heads)", "dy.reshape(batch, heads, -1, dy.shape[1] // heads)")),
        Edit(f"the heads of the gradients are merged {RESHAPED}",
             ("merge(dx) for", "dx.reshape(dx.shape[0] * dx.shape[2], -1) for")),
        *(edit._replace(part=ScaledDotProductAttention.name) for edit in ScaledDotProductAttention.mistakes),
    ]  # fmt: skip

    def properties(self, data, forward, backward):
        """Words that are masked have no influence; sentences do not influence each other, and neither do heads."""
        case = self.cases(data.rng)[4]
        constants = place(data, case, np.float64)[1]
        heads, words = constants["heads"], case.constants["key_mask"].ravel()

        def attend(*inputs, **changed):
            return forward(*map(data.put, inputs), **constants | changed)

        def changed(rows, columns=slice(None)):
            """y when the inputs of these rows and heads have other values."""
            inputs = [x.copy() for x in case.inputs]
            for x in inputs:
                x.reshape(len(words), heads, -1)[rows, columns] = 1000
            return to_numpy(attend(*inputs)[0])

        y, cache = attend(*case.inputs)
        gradients = backward(data.put(data.rng.standard_normal(y.shape)), cache)
        y = to_numpy(y)
        for name, gradient in zip("kv", gradients[1:], strict=True):
            if to_numpy(gradient)[~words].any():
                raise Finding(f"the rows of {name} that are padding must get a gradient of zero")
        if not (changed(slice(3, 7))[:3] == y[:3]).all():
            raise Finding("with causal, later words must not change y of earlier ones, not even in the last bit")
        if not (changed(~words)[words] == y[words]).all():
            raise Finding("padding must not change y of the words, not even in the last bit")
        others = slice(y.shape[1] // heads, None)
        what = "the columns of the first head must not change y of the other heads"
        assert_small((changed(slice(None), 0) - y)[:, others], 1e-12, what)
        backwards = [np.concatenate(np.split(x, 2)[::-1]) for x in (*case.inputs, y)]
        actual, _ = attend(*backwards[:3], key_mask=constants["key_mask"][::-1])
        assert_small(
            to_numpy(actual) - backwards[3], 1e-12, "sentences in another order must give the same y in that order"
        )


def qkv_rows(rng, batch, queries, keys, heads, d_k, d_v):
    """Rows of queries, keys and values.  queries, keys: numbers of words per sentence;  d_k, d_v: widths of a head."""
    sizes = (queries, d_k), (keys, d_k), (keys, d_v)
    return [rng.standard_normal((batch * length, heads * width)) for length, width in sizes]


def padding(width, *lengths):
    """key_mask [B, width] for sentences with these lengths."""
    return np.array([[s < length for s in range(width)] for length in lengths])


def allowed(q, key_mask, causal):
    """mask [B, 1, T, S]: the keys that each query sees."""

    def seen_by(t, words):
        return [word and (not causal or s <= t) for s, word in enumerate(words.tolist())]

    return np.array([[[seen_by(t, words) for t in range(len(q) // len(key_mask))]] for words in key_mask])


def split(x, batch, heads):
    """rows [B * T, h * d] -> [B, h, T, d], by slices, without reshape."""
    return np.array([np.hsplit(sentence, heads) for sentence in np.vsplit(x, batch)])


def merge(y):
    """[B, h, T, d] -> rows [B * T, h * d], by stacking, without reshape."""
    return np.vstack([np.hstack(list(sentence)) for sentence in y])


def multi_head(q, k, v, heads, mask):
    """Attention with several heads on rows.  mask [B, 1, T, S]"""
    return merge(ONE_HEAD.oracle(*(split(x, len(mask), heads) for x in (q, k, v)), mask))
