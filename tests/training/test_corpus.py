"""Training pairs that are empty or too long are left out and counted; what is scored must fit."""

from pathlib import Path

import pytest


def test_what_is_left_out_is_counted(command, tiny_corpus):
    source, target = (Path(tiny_corpus[tiny_corpus.index(f"--train-{side}") + 1]) for side in ("src", "tgt"))
    source.write_text(source.read_text("utf-8") + "the cat\n \n" + "the dog " * 40 + "\n", "utf-8")
    target.write_text(target.read_text("utf-8") + "\ndie Katze\n" + "der Hund " * 40 + "\n", "utf-8")
    ended = command("train", "--out", "run", *tiny_corpus, "--steps", 1, "--max-length", 40)
    assert ended.code == 0
    assert "train: left out 2 pairs with an empty line" in ended.err
    assert "train: left out 1 pairs of 40 pieces or more" in ended.err
    assert ", 60 training pairs" in ended.err


@pytest.mark.parametrize("split", ["valid", "test"])
@pytest.mark.parametrize(
    "words, flags, most", [(40, ["--positions", "learned", "--max-length", 30], 29), (4100, [], 4096)]
)
def test_a_long_sentence_is_seen_before_training(command, tiny_corpus, tmp_path, split, words, flags, most):
    """Of a split that is scored; only training pairs may be left out."""
    long = tmp_path / "long"
    long.write_text("the dog " * words + "\n")
    ended = command("train", "--out", "run", *tiny_corpus, f"--{split}-src", long, f"--{split}-tgt", long, *flags)
    assert ended.code == 2 and not Path("run").exists()
    assert ended.err.startswith(f"error: {split}: {('the dog ' * 5)!r}...: ")
    assert f" pieces, but a sentence has at most {most}; split it, leave it out, or give a larger" in ended.err
