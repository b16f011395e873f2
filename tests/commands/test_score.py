"""The score command: log probabilities of given translations, compared with plain loops."""

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import minitrans
from minitrans.data.ids import BOS, EOS

PAIRS = [
    ("the dog sees trees.", "der Hund sieht Bäume."),
    ("she likes music.", "sie hört Bücher."),
    ("", ""),
    ("my friend hears a bird.", ""),
    ("the dog sees trees.", "der Hund"),
]


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "in.en", tmp_path / "out.de"
    for path, lines in zip(paths, zip(*PAIRS, strict=True), strict=True):
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return paths


def by_loops(translator, source, target):
    source, target = translator.tokenizer.encode([source, target])
    logits = translator.model.logits(np.array([[*source, EOS]]), np.array([[BOS, *target]]))[0].astype(float)
    return sum(row[word] - np.log(np.exp(row).sum()) for row, word in zip(logits, [*target, EOS], strict=True))


def test_one_line_in_one_line_out(command, tiny_run, files):
    ended = command("score --run", tiny_run.path, "--src", files[0], "--tgt", files[1])
    translator = minitrans.load(tiny_run.path)
    assert ended.code == 0
    found = list(map(float, ended.out.split()))
    np.testing.assert_allclose(found, [by_loops(translator, *pair) for pair in PAIRS], atol=2e-4)
    (((score, _),),) = translator.search([PAIRS[0][0]], alpha=0)
    assert found[0] == pytest.approx(score, abs=2e-4)  # a penalty of 1: the search's own log probability


def test_perplexity_is_their_mean(command, tiny_run):
    texts = [tiny_run.text / f"test.{side}" for side in ("src", "tgt")]
    scores = command("score --run", tiny_run.path, "--src", texts[0], "--tgt", texts[1]).out.split()
    said = command("evaluate --perplexity --run", tiny_run.path).out.splitlines()[-1]
    pieces = minitrans.load(tiny_run.path).tokenizer.encode(texts[1].read_text("utf-8").splitlines())
    mean = sum(map(float, scores)) / sum(len(ids) + 1 for ids in pieces)
    assert float(said.split()[1]) == pytest.approx(np.exp(-mean), rel=1e-3)


def test_a_side_may_be_standard_input(command, tiny_run, files, monkeypatch):
    expected = command("score --run", tiny_run.path, "--src", files[0], "--tgt", files[1]).out
    for side, flags in enumerate((["--src", "-", "--tgt", files[1]], ["--src", files[0], "--tgt", "-"])):
        stdin = SimpleNamespace(buffer=io.BytesIO(files[side].read_bytes()), close=lambda: None)
        monkeypatch.setattr(sys, "stdin", stdin)
        assert command("score --run", tiny_run.path, *flags).out == expected


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        ("--src in", "required: --tgt"),
        ("--src in --tgt none", "none: no such file"),
        ("--src in --tgt short", "in has 2 lines and short has 1"),
        ("--src - --tgt -", "can be standard input"),
        ("--src in --tgt long", "long, line 2: 'aaaa"),
    ],
)
def test_bad_input_is_one_line(command, tiny_run, elsewhere, tmp_path, flags, named):
    for name, text in dict(**{"in": "a\nb\n"}, short="a\n", long="a\n" + "a" * 20000 + "\n").items():
        (tmp_path / name).write_text(text)
    assert named in command("score --run", tiny_run.path, *flags.split()).error


def test_unknown_pieces_are_counted(command, tiny_run, elsewhere, tmp_path):
    for name, text in dict(src="the dog 日\n", tgt="der Hund 犬猫\n").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ended = command("score --src src --tgt tgt --run", tiny_run.path)
    assert ended.code == 0 and "vocabulary: 1 of" in ended.err and "tgt: unknown to the vocabulary: 1 of" in ended.err
