"""The reader's program on the reader's own text: it learns, saves, resumes, translates, and refuses in one line."""

import re

import numpy as np
import pytest

from minitrans.grading.folder import start

from .test_program import run

PAIRS = [(f"the dog sees {word}.", f"der Hund sieht {word.upper()}.") for word in "abcdefgh"]
LEARN = [f"--{split}-{side}=mine/{split}.{side}" for split in ("train", "valid") for side in ("src", "tgt")]
STEPS = [*LEARN, "--steps", "2", "--merges", "6"]


@pytest.fixture
def mine(tmp_path):
    """A program, and the reader's own files train.src ..., which begin with a byte order mark"""
    start(tmp_path / "mine")
    for split, pairs in (("train", PAIRS), ("valid", PAIRS[:2])):
        for side, lines in zip(("src", "tgt"), zip(*pairs, strict=True), strict=True):
            (tmp_path / "mine" / f"{split}.{side}").write_text("\n".join(lines) + "\n", "utf-8-sig")
    return tmp_path / "mine"


def test_learn_go_on_and_translate(mine):
    learned = run(mine, "-m", "mine", *STEPS)
    assert learned.returncode == 0, learned.stderr
    assert re.search(r"BLEU [\d.]+  \d+ s  weights: .*weights.npz\n$", learned.stdout)
    with np.load(mine / "weights.npz") as saved:
        assert saved["steps"] == 2 and saved["merges"].shape == (6, 2)
    again = run(mine, "-m", "mine", *STEPS, "--resume")
    assert re.search(r"^step 4  loss", again.stdout, re.M) and not list(mine.glob("*.before.npz"))
    (mine / "text").write_text("the dog\n\nsees a.\n", "utf-8-sig")
    translated = run(mine, "-m", "mine", "--translate", "mine/text")
    assert translated.returncode == 0 and translated.stdout.count("\n") == 3
    before = (mine / "weights.npz").read_bytes()
    anew = run(mine, "mine/__main__.py", *STEPS)  # as with the Run button of an editor
    assert (mine / "weights.before.npz").read_bytes() == before and "weights.before.npz" in anew.stdout


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("a\nb\n", STEPS, "train.src has 2 lines, and mine/train.tgt has 8 lines: line n must translate line n"),
        ("\n" * 8, STEPS, "mine/train.src: has no sentence"),
        ("你好世界你好世界。\n" * 8, STEPS, "mine/train.src: has no blanks between its words"),
        (b"\xff\xfe", STEPS, "mine/train.src: is not UTF-8 text"),
        ("", STEPS[1:], "belong together: give all four"),
        ("", [*LEARN, "--steps", "0"], "--steps 0: must be at least 1"),
        ("", ["--translate", "mine/none"], "mine/none"),
        ("", ["--translate", "mine/train.src"], "weights.npz: does not exist; python -m mine learns, and saves it"),
    ],
)
def test_what_it_refuses(mine, text, arguments, message):
    if text:
        (mine / "train.src").write_bytes(text if isinstance(text, bytes) else text.encode())
    refused = run(mine, "-m", "mine", *arguments)
    assert refused.returncode == 2 and message in refused.stderr
    assert refused.stderr.startswith("error: ") and refused.stderr.count("\n") == 1


def test_pairs_that_are_left_out_and_weights_of_another_model(mine):
    (mine / "train.src").write_text("\n" + "\n".join(source for source, _ in PAIRS[1:]), "utf-8")
    said = run(mine, "-m", "mine", *STEPS).stderr
    assert said == "mine/train.src: left out 1 pairs with an empty line on one side or both\n"
    with np.load(mine / "weights.npz") as saved:
        arrays = dict(saved)
    np.savez(mine / "weights.npz", **arrays | dict(arr_3=np.zeros(5)))
    refused = run(mine, "-m", "mine", "--translate", "mine/valid.src")
    assert refused.returncode == 2 and "weights.npz: has the weights of another model" in refused.stderr
