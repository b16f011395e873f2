"""A changed model, compared with the same model with other weights, or with a changed operation."""

from itertools import count

import numpy as np
import pytest

from minitrans import ops
from minitrans.data.ids import BOS, EOS
from minitrans.ops.attention import merge_heads, split_heads
from minitrans.views.trace import forward, search
from minitrans.views.watched import UNCHANGED, Change, read_change, watched

SOURCE, TARGET = [5, 6, 7, 8], [9, 4, 7]
ROWS = {
    "encoder.0.self_attention.row.1:3": (0, slice(None), 1, 3),
    "encoder.1.self_attention.head.1.row.4:all": (1, slice(1, 2), 4, None),
    "decoder.0.self_attention.head.0.row.2:1": (2, slice(0, 1), 2, 1),
    "decoder.1.cross_attention.row.3:all": (5, slice(None), 3, None),
}


def logits(model):
    return model.logits(np.array([[*SOURCE, EOS]]), np.array([[BOS, *TARGET]]))[0]


def test_without_a_change_it_is_the_model_itself(small_model):
    model = small_model()
    found, kept = watched(model)
    np.testing.assert_array_equal(logits(found), logits(model))
    before, after = kept["encoder.1.feed_forward.before"], kept["encoder.1.feed_forward"]
    part, name = model.encoder[1].feed_forward, "decoder.0.cross_attention"
    np.testing.assert_allclose(np.maximum(before, 0) @ part.w2.data + part.b2.data, after)
    (weights,), values = kept[f"{name}.weights"], kept[f"{name}.value"]
    mixed = np.hstack([weights[0] @ values[:, :4], weights[1] @ values[:, 4:]])
    linear = model.decoder[0].cross_attention.output
    np.testing.assert_allclose(kept[f"{name}.output"], mixed @ linear.weight.data + linear.bias.data)


@pytest.mark.parametrize("name", ["encoder.1.self_attention", "decoder.0.self_attention", "decoder.1.cross_attention"])
@pytest.mark.parametrize("head", [None, 1])
def test_off_is_as_if_rows_of_the_output_were_0(small_model, name, head):
    model, twin = small_model(), small_model()
    side, layer, part = name.split(".")
    rows = slice(None) if head is None else slice(4 * head, 4 * head + 4)
    getattr(getattr(twin, side)[int(layer)], part).output.weight.data[rows] = 0
    change = UNCHANGED._replace(off=[name if head is None else f"{name}.head.{head}"])
    found, _, arrays = forward(model, SOURCE, TARGET, change)
    np.testing.assert_allclose(found, logits(twin))
    assert (arrays[f"{name}.weights"][0, 1] == 0).all()


@pytest.mark.parametrize("design", ["post-norm", "pre-norm"])
def test_a_residual_that_is_off(small_model, design):
    model, twin = small_model(design), small_model(design)
    norm, pre = twin.decoder[1].cross_residual.norm, design == "pre-norm"
    twin.decoder[1].cross_residual = lambda x, inner, _: inner(norm(x)) if pre else norm(inner(x))
    found, *_ = forward(model, SOURCE, TARGET, UNCHANGED._replace(off=["decoder.1.cross_residual"]))
    np.testing.assert_allclose(found, logits(twin))


def looking(edit, call):
    """The operation `attention` for one forward pass.  edit(weights [h, T, S]) changes those of one of its calls."""
    calls = count()

    def forward(q, k, v, *, heads, key_mask, causal=False, **_):
        q, k, v = (split_heads(x, 1, heads)[0] for x in (q, k, v))
        scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
        if causal:
            scores = np.where(np.tri(*scores.shape[1:], dtype=bool), scores, -np.inf)
        weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        if next(calls) == call:
            edit(weights)
        return merge_heads((weights @ v)[None]), None

    return forward


@pytest.mark.parametrize("row", ROWS)
def test_a_row_looks_elsewhere(small_model, row):
    call, heads, place, key = ROWS[row]

    def edit(weights):
        rows = weights[heads, place]
        allowed = rows > 0
        rows[:] = allowed / allowed.sum(1, keepdims=True) if key is None else np.arange(rows.shape[1]) == key

    model = small_model()
    found, *_ = forward(model, SOURCE, TARGET, read_change(dict(rows=row)))
    with ops.use("attention", looking(edit, call), None):
        np.testing.assert_allclose(found, logits(model))
    assert abs(found - logits(model)).max() > 1e-4


@pytest.mark.parametrize("row", [*list(ROWS)[2:], "decoder.0.cross_attention.row.1:0"])
def test_a_search_goes_step_by_step_as_the_whole_sentence_does(small_model, row):
    """Its best hypothesis has the probability that the changed model gives it as a whole; also with a beginning."""
    model = small_model(beam=3, max_extra=4)
    for prefix in ([], [7, 9]):
        change = read_change(dict(rows=row, off="encoder.0.self_attention.head.0", next=",".join(map(str, prefix))))
        (best, *_), _ = search(model, SOURCE, model.config, change=change)
        assert best.ids[: len(prefix)] == prefix
        z, *_ = forward(model, SOURCE, best.ids, change)
        log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
        assert best.log_probability == pytest.approx(log_p[np.arange(len(z)), [*best.ids, EOS]].sum())


def test_a_change_as_an_address_writes_it():
    query = dict(off="encoder.0.self_attention,b.c", rows="a.row.3:all,b.head.0.row.2:1", next="5,6")
    keys = {"a.row.3": "all", "b.head.0.row.2": "1"}
    assert read_change(query) == Change(["encoder.0.self_attention", "b.c"], keys, [5, 6])
    assert read_change({}) == UNCHANGED == read_change(dict(off="", rows="<x>:;", next="x", text="y"))
