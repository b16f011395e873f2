"""Fuzz tests: ten thousand unusual inputs.  Each gives the right result or an error of one line, never a traceback.

Hypothesis generates the inputs, the same ones in every run; `pytest --hypothesis-seed=7` generates others.
"""

import contextlib
import io
import json
import random
import re
import sys
import warnings
from collections import Counter
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import minitrans
from minitrans.config import Config
from minitrans.data.batching import make_batch
from minitrans.data.ids import PAD
from minitrans.data.lines import read_pairs
from minitrans.data.tokenizer import Tokenizer
from minitrans.data.unicode import normalized
from minitrans.decoding import LONGEST
from minitrans.grading.exercises import EXERCISES
from minitrans.nn import Transformer
from minitrans.ops.attention import attention_forward
from minitrans.ops.softmax import softmax_backward, softmax_forward
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.system.errors import UserError

pytestmark = pytest.mark.slow


def fuzz(examples, **strategies):
    """Run the test with this number of inputs."""

    def decorate(test):
        quick = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
        limits = settings(max_examples=examples, deadline=None, database=None, suppress_health_check=quick)
        return limits(given(**strategies)(test))

    return decorate


ODD = [
    "",
    " \t ",
    "\x00",
    "\x1b[31mred\x1b[0m",
    "line\rwithin\x0b\x0c\x85\u2028\u2029",
    "\ufeffmark",
    "\u200f\u202eשלום עליכם",
    "مرحبا",
    "👩‍👩‍👧‍👦 🇩🇪",
    "e\u0301\u0327\u0330" * 40,
    "ﬁ Ⅷ ｆｕｌｌ ½",
    "\u2581 ▁the▁dog",
    "<s> </s> <unk> <pad>",
    "\U0010ffff\ue000\ufffd",
    "x" * 10_000,
    "the dog " * 300,
]
LINES = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
    st.text("the dog cat sees likes trees.▁\t\u00a0", max_size=60),
)


@pytest.fixture(scope="module")
def model(tiny_run):
    return minitrans.load(tiny_run.path)


def refused(function, *arguments, name=""):
    """The result of the function, or None if it raises a UserError of one line that contains `name`."""
    try:
        return function(*arguments)
    except UserError as error:
        assert "\n" not in str(error) and str(name) in str(error)
        return None


# Text


@fuzz(2000, line=LINES)
def test_tokenizer(model, line):
    """Pieces are ids of the vocabulary, and decoding them gives the line, except for unknown characters and blanks."""
    tokenizer = model.tokenizer
    ids = tokenizer.encode(line)
    assert all(PAD < i < len(tokenizer) for i in ids) and not {1, 2} & set(ids)
    back = tokenizer.decode(ids)
    assert "\n" not in back
    if 3 not in ids and "▁" not in line:  # sentencepiece writes ▁ for a blank
        assert back == " ".join(part for part in normalized(line).split(" ") if part)


@fuzz(300, lines=st.lists(LINES.filter(lambda line: len(line) < 500), max_size=4), beam=st.integers(1, 3))
def test_translate(model, lines, beam):
    """Each line gives one line, the same as if it were translated alone; a blank line stays blank."""
    found = model.translate(lines, beam=beam, max_extra=1)
    assert len(found) == len(lines)
    for line, translation in zip(lines, found, strict=True):
        assert "\n" not in translation
        assert translation == model.translate([line], beam=beam, max_extra=1)[0]
        if not line.strip():
            assert translation == ""


def test_a_word_of_four_thousand_characters(model):
    """Such lines occur in web text.  The word is translated, and the other lines of the batch do not change."""
    word = "".join(random.Random(0).choices("dogcat", k=4_000))
    assert 2000 < len(model.tokenizer.encode(word)) <= LONGEST
    found = model.translate(["the dog sees trees.", word, "she hears music."], beam=1)
    assert found[0] == "der Hund sieht Bäume." and found[2] == "sie hört Musik."


@fuzz(200, before=st.text("ab ", max_size=3), surrogate=st.characters(categories=["Cs"]))
def test_lone_surrogates_are_refused(model, before, surrogate):
    with pytest.raises(UserError, match="not valid Unicode"):
        model.translate(["the dog", before + surrogate])


# Of what is no text of lines: UTF-16, compressed files, documents, and other ends of lines.
SIGNS = [
    *(b"\0", b"\xff\xfe", b"\xfe\xff"),
    *(b"\x1f\x8b", b"\xfd7zXZ", b"BZh", b"\x28\xb5\x2f\xfd", b"PK", b"7z\xbc\xaf"),
    *(b"%PDF-", b"version https://git-lfs", b"<"),
    *(b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9"),
]


@fuzz(300, data=st.one_of(st.binary(max_size=40), st.lists(LINES, max_size=3).map(lambda x: "\r\n".join(x).encode())))
def test_standard_input(command, tiny_run, data):
    """Valid UTF-8 gives the same number of lines; otherwise the message names the line."""
    stdin = mock.Mock(buffer=io.BytesIO(data), isatty=lambda: False)
    with mock.patch.object(sys, "stdin", stdin):
        ended = command("translate --beam 1 --max-extra 0 --run", tiny_run.path)
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    bad = next((number for number, line in enumerate(lines, 1) if not utf8(line)), None)
    if re.match(r"error: standard input(, line \d+)?: (has NUL bytes|is |its lines)", ended.err):
        assert ended.code == 2 and ended.err.count("\n") == 1
        assert any(sign in data for sign in SIGNS)
    elif bad:
        assert ended.code == 2 and ended.err.startswith(f"error: standard input, line {bad}: not valid UTF-8")
        assert ended.err.count("\n") == 1
    else:
        assert ended.code == 0 and ended.out.count("\n") == len(lines), ended.err


def utf8(line):
    with contextlib.suppress(UnicodeDecodeError):
        return isinstance(line.decode(), str)
    return False


# Operations


def shaped(draw, shape, scale):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return rng.standard_normal(shape) * scale


SCALES = st.sampled_from([0.0, 1e-30, 1.0, 1e3, 1e30])


@fuzz(1200, data=st.data(), shape=st.lists(st.integers(1, 5), min_size=1, max_size=4), scale=SCALES)
def test_softmax(data, shape, scale):
    x = shaped(data.draw, shape, scale)
    mask_shape = [n if data.draw(st.booleans()) else 1 for n in shape]
    mask = shaped(data.draw, mask_shape, 1.0) > data.draw(st.sampled_from([-9.0, 0.0, 9.0]))
    y, cache = softmax_forward(x, mask)
    np.testing.assert_allclose(y, EXERCISES["softmax"].oracle(x, mask), atol=1e-12)
    (dx,) = softmax_backward(shaped(data.draw, shape, 1.0), cache)
    assert np.isfinite(dx).all() and not dx[~np.broadcast_to(mask, shape)].any()


@fuzz(800, data=st.data(), sizes=st.tuples(*[st.integers(1, 4)] * 6), causal=st.booleans(), scale=SCALES)
def test_attention(data, sizes, causal, scale):
    batch, heads, queries, keys, d_k, d_v = sizes
    q = shaped(data.draw, (batch * queries, heads * d_k), scale)
    k = shaped(data.draw, (batch * keys, heads * d_k), 1.0)
    v = shaped(data.draw, (batch * keys, heads * d_v), 1.0)
    mask = shaped(data.draw, (batch, keys), 1.0) > data.draw(st.sampled_from([-9.0, 0.0, 9.0]))
    constants = dict(heads=heads, key_mask=mask, causal=causal)
    y, _ = attention_forward(q, k, v, **constants)
    np.testing.assert_allclose(y, EXERCISES["attention"].oracle(q, k, v, **constants), atol=1e-9)


# Files

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from([*vars(Config())])
SMALL = dict(layers=1, d_model=8, d_ff=8, heads=2, vocabulary=9, max_length=9)


@fuzz(1200, changes=st.one_of(JSON, st.dictionaries(FIELDS, JSON | st.integers(-2, 9), max_size=3)))
def test_config(tmp_path, changes):
    """The model can be built and run, or the message names the file."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(SMALL | changes if isinstance(changes, dict) else changes), encoding="utf-8")
    config = refused(Config.load, path, name=path)
    sizes = ("layers", "d_model", "d_ff", "heads", "d_k", "d_v", "vocabulary", "max_length")
    if config and all((getattr(config, name) or 0) < 100 for name in sizes) and min(config.vocabularies) > 4:
        loss = Transformer(config).loss(make_batch(2 * [([4], [4])]), seed=(config.seed, 1, 0, 0))
        assert np.isfinite(loss.data)


DAMAGE = st.one_of(
    st.binary(max_size=60),
    st.tuples(st.sampled_from(["cut", "flip", "insert", "zero"]), st.floats(0, 1), st.binary(min_size=1, max_size=9)),
)


def damaged(whole, damage):
    """Random bytes, or the complete file with an error at some place."""
    if isinstance(damage, bytes):
        return damage
    how, where, some = damage
    place = int(where * len(whole))
    after = dict(cut=b"", flip=some + whole[place + len(some) :], insert=some + whole[place:], zero=bytes(len(some)))
    return whole[:place] + after[how]


@fuzz(500, damage=DAMAGE)
def test_checkpoint(tiny_run, tmp_path, damage):
    """A file that is read without an error gives what was written."""
    whole = Run(tiny_run.path).newest()[0]
    header, arrays = read_checkpoint(whole)
    path = tmp_path / "step-000001.npz"
    path.write_bytes(damaged(whole.read_bytes(), damage))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of zipfile, about duplicate names
        found = refused(read_checkpoint, path, name=path)
    if found:
        assert found[0] == header
        for name, array in arrays.items():
            np.testing.assert_array_equal(found[1][name], array)


@fuzz(300, damage=DAMAGE)
def test_tokenizer_file(tiny_run, tmp_path, damage):
    path = tmp_path / "tokenizer.model"
    path.write_bytes(damaged((tiny_run.path / "tokenizer.model").read_bytes(), damage))
    tokenizer = refused(Tokenizer.load, path, name=path)
    if tokenizer:
        assert all(0 <= i < len(tokenizer) for i in tokenizer.encode("the dog"))


@fuzz(600, source=st.binary(max_size=60) | st.lists(LINES, max_size=4).map("\n".join).map(str.encode), data=st.data())
def test_corpus(tmp_path, source, data):
    """Line i is paired with line i, and pairs with a blank side are skipped; an error names the file."""
    target = data.draw(st.binary(max_size=9) | st.just(b"\r\n".join(b"x" for _ in source.split(b"\n"))))
    paths = tmp_path / "a", tmp_path / "b"
    for path, content in zip(paths, (source, target), strict=True):
        path.write_bytes(content)
    if found := refused(read_pairs, *paths, name=tmp_path):
        pairs, left_out = found
        sides = [path.read_bytes().removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n") for path in paths]
        assert len(sides[0]) == len(sides[1]) == len(pairs) + left_out
        expected = [tuple(side.removesuffix(b"\r").decode() for side in pair) for pair in zip(*sides, strict=True)]
        assert Counter(pairs) == Counter(pair for pair in expected if all(normalized(side).strip() for side in pair))
