"""Training pairs that are empty or too long are left out and counted; pairs that are scored must fit."""

import sys
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.encoded import TokenizedText
from minitrans.data.ids import UNK
from minitrans.runs.run import Run
from minitrans.training import corpus, job
from minitrans.training.corpus import pieces_and_unknown


@pytest.mark.parametrize("large", [0, 1 << 40], ids=["large", "small"])
def test_what_is_left_out_is_counted(command, tiny_corpus, monkeypatch, large):
    monkeypatch.setattr(job, "LARGE", large)
    source, target = (Path(tiny_corpus[tiny_corpus.index(f"--train-{side}") + 1]) for side in ("src", "tgt"))
    source.write_text(source.read_text("utf-8") + "the cat\n \n" + "the dog " * 40 + "\n", "utf-8")
    target.write_text(target.read_text("utf-8") + "\ndie Katze\n" + "der Hund " * 40 + "\n", "utf-8")
    ended = command("train --out run", *tiny_corpus, "--steps", 1, "--max-length", 40)
    assert ended.code == 0
    assert "train: left out 2 pairs" in ended.err
    assert "train: left out 1 pairs of 40 pieces or more" in ended.err
    assert ", 60 training pairs" in ended.err


@pytest.mark.parametrize("split", ["valid", "test"])
@pytest.mark.parametrize("words, flags, most", [(40, "--positions learned --max-length 30", 29), (4100, "", 4096)])
def test_a_long_sentence_is_seen_before_training(command, tiny_corpus, tmp_path, split, words, flags, most):
    """Of a split that is scored; only training pairs may be left out."""
    long = tmp_path / "long"
    long.write_text("the dog " * words + "\n")
    ended = command("train --out run", *tiny_corpus, f"--{split}-src", long, f"--{split}-tgt", long, *flags.split())
    assert ended.code == 2 and not Path("run").exists()
    assert f"\nerror: {split}: {('the dog ' * 5)!r}...: " in ended.err
    assert f" has at most {most}; split it, " in ended.err


def test_unknown_pieces_are_counted_for_each_side(command, tiny_run, tiny_corpus):
    """Fine-tuning on text in a script that the vocabulary has not."""
    for side, line in dict(src="Старик спит the", tgt="der Hund").items():
        path = Path(tiny_corpus[tiny_corpus.index(f"--train-{side}") + 1])
        path.write_text(f"{line}\n" * 9, "utf-8")
    ended = command("train --out run --init", tiny_run.path, *tiny_corpus[:12], "--steps", 1)
    pieces = minitrans.load(tiny_run.path).tokenizer.encode("Старик спит the")
    share = pieces.count(UNK) / len(pieces)
    assert ended.code == 0
    assert f"train: {share:.2%} of the pieces" in ended.err
    assert "pieces of the target" not in ended.err


def test_unknown_pieces_across_blocks(monkeypatch):
    monkeypatch.setattr(corpus, "BLOCK", 2)
    lengths = np.array([[2, 1], [0, 3], [1, 1]], np.uint32)
    text = TokenizedText(np.array([3, 9, 3, 3, 3, 9, 9, 3], np.uint16), lengths)
    assert pieces_and_unknown(text) == [(3, 1), (5, 4)]


def test_text_without_blanks_is_hinted_at_before_training_and_after(command, tiny_corpus):
    path = Path(tiny_corpus[tiny_corpus.index("--valid-tgt") + 1])
    path.write_text("她喜欢音乐。\n" * 6, "utf-8")
    ended = command("train --out run --steps 1", *tiny_corpus)
    assert ended.err.startswith("most references have no")
    ended = command("train --out zh", *tiny_corpus, "--steps", 1, "--bleu-tokenize", "zh")
    assert "no blank" not in ended.err and "|tok:zh|" in ended.out
    assert Run("zh").config.bleu_tokenize == "zh"


def test_a_missing_tokenizer_of_bleu_is_told_before_training(command, tiny_corpus, monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    ended = command("train --out run", *tiny_corpus, "--bleu-tokenize", "ja-mecab")
    assert ended.error.startswith("error: --bleu-tokenize ja-mecab: ") and "sacrebleu[ja]" in ended.err
    assert not Path("run").exists()
