"""Attention on tensor cores, compared with the operation in float64 and with the kernels of attention.cu."""

import numpy as np
import pytest

from minitrans import ops
from minitrans.backend import to_numpy
from minitrans.cuda.ops import attention
from minitrans.cuda.packed import pack, unpack

pytestmark = [pytest.mark.usefixtures("kernels_on_cpu"), pytest.mark.slow]
HEADS = 2
BATCH, QUERIES, KEYS = 3, 21, 40  # not multiples of sixteen
PAIRS = [([5] * source, [6] * target) for source, target in ((3, 19), (20, 1), (1, 1), (7, 6), (30, 33))]
ROWS = 80  # the last rows belong to no sentence


@pytest.fixture
def normal(xp):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    rng = np.random.default_rng(3)
    return lambda *shape: xp.asarray(rng.normal(size=shape).astype(bfloat16))


@pytest.fixture
def files(monkeypatch):
    """The files whose kernels were launched."""
    seen, launch = [], attention.launch
    monkeypatch.setattr(
        attention, "launch", lambda file, *rest, **defines: (seen.append(file), launch(file, *rest, **defines))
    )
    return seen


def both_ways(q, k, v, dy, **constants):
    y, cache = attention.attention_forward(q, k, v, heads=HEADS, **constants)
    return [to_numpy(x).astype(np.float64) for x in (y, *attention.attention_backward(dy, cache))]


def near(found, expected):
    for x, right in zip(found, expected, strict=True):
        assert abs(x - right).max() <= 2e-2 * max(1, abs(right).max())


@pytest.mark.parametrize("d_k, d_v", [(16, 48), (32, 64), (64, 32)])
@pytest.mark.parametrize("kind", ["all", "causal", "near"])
def test_padded_sentences(xp, normal, files, kind, d_k, d_v):
    queries, lengths = (QUERIES, [KEYS, 33, 0]) if kind == "all" else (KEYS, [KEYS, 17, 1])
    q, k, v = (normal(BATCH * n, HEADS * d) for n, d in ((queries, d_k), (KEYS, d_k), (KEYS, d_v)))
    dy = normal(BATCH * queries, HEADS * d_v)
    mask = np.arange(KEYS) < np.array(lengths)[:, None]
    limits = dict(all={}, causal=dict(causal=True), near=dict(radius=3))[kind]
    found = both_ways(q, k, v, dy, key_mask=xp.asarray(mask), **limits)
    assert set(files) == {"attention_tiles"}
    plain = ops.TABLE["restricted_attention" if kind == "near" else "attention"]
    on_host = [to_numpy(x).astype(np.float64) for x in (q, k, v, dy)]
    y, cache = plain.forward(*on_host[:3], heads=HEADS, key_mask=mask, **limits)
    near(found, [y, *plain.backward(on_host[3], cache)])


@pytest.mark.parametrize("which", ["encoder", "decoder", "across", "near"])
@pytest.mark.parametrize("seed", [None, (7, 3, 0, 1, 12)])
def test_packed_sentences_as_row_by_row(xp, normal, files, monkeypatch, which, seed):
    """A tile has queries of several sentences.  Both files drop the same weights and ignore rows after the words."""
    batch = unpack(xp.asarray(pack(PAIRS, ROWS)), 64)
    spans = dict(
        encoder=batch.source.spans,
        decoder=batch.target_in.spans,
        across=batch.source.memory_spans,
        near=batch.target_in.spans.within(5),
    )[which]
    given = [normal(ROWS, HEADS * 32) for _ in range(4)]
    for keys_or_values in given[1:3]:
        keys_or_values[int(spans.end.max()) :] = np.nan
    constants = dict(spans=spans, p=0.3, seed=seed)
    tiles = both_ways(*given, **constants)
    monkeypatch.setattr(attention, "WIDEST_TILE", 0)
    rows = both_ways(*given, **constants)
    assert files == ["attention_tiles"] * 3 + ["attention"] * 3
    near(tiles, rows)


@pytest.mark.parametrize("d_k, d_v", [(8, 16), (16, 24), (128, 64)])
def test_other_widths_go_row_by_row(xp, normal, files, d_k, d_v):
    given = [normal(5, HEADS * d) for d in (d_k, d_k, d_v, d_v)]
    both_ways(*given, key_mask=xp.ones((1, 5), bool))
    assert set(files) == {"attention"}
