"""The small model that comes with minitrans: `load()` and the commands use it where nothing has been trained."""

import hashlib
import os
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import minitrans
from minitrans.data.corpora import corpus_files
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import MODEL, NO_RUN, Run
from minitrans.tasks.bleu import score
from minitrans.tasks.constrained import without_words

EVERYDAY = Path(__file__).parent / "everyday.tsv"


def test_its_files_are_small_and_have_their_checksums():
    sums = dict(reversed(line.split("  ")) for line in (MODEL / "SHA256SUMS").read_text().splitlines())
    files = {file.relative_to(MODEL).as_posix(): file for file in MODEL.rglob("*") if file.is_file()}
    assert sums.keys() == files.keys() - {"SHA256SUMS"}
    for name, sha256 in sums.items():
        assert hashlib.sha256(files[name].read_bytes()).hexdigest() == sha256, name
    assert sum(file.stat().st_size for file in files.values()) <= 4_000_000
    _, arrays = read_checkpoint(Run(MODEL).newest()[-1], "weights/")
    assert {array.dtype for array in arrays.values()} == {np.dtype("float16")}


def test_load_without_a_run_says_that_it_takes_it(elsewhere, capsys):
    model = minitrans.load()
    assert capsys.readouterr().err == NO_RUN + "\n"
    assert model.translate(["The old man buys a bicycle."]) == ["Der alte Mann kauft ein Fahrrad."]
    assert model.model.flat.dtype == np.float32


def test_a_parser_it_is_not(elsewhere, command):
    done = command("parse", "A dog runs .")
    assert done.code == 2 and "train --task parse" in done.err


@pytest.mark.slow
def test_it_translates_the_test_split():
    source, target = [path.read_text(encoding="utf-8").splitlines() for path in corpus_files("toy-en-de")["test"]]
    assert score(minitrans.load(MODEL).translate(source), target)[0] > 96


def plain(text):
    return re.sub(r"[.,!?]", "", text).lower().strip()


def test_it_answers_what_people_type():
    """200 everyday sentences with two or three translations each, written before the model was trained."""
    rows = [line.split("\t") for line in EVERYDAY.read_text(encoding="utf-8").splitlines()]
    answers = minitrans.load(MODEL).translate([english for english, *_ in rows])
    right = [plain(answer) in map(plain, german) for answer, (_, *german) in zip(answers, rows, strict=True)]
    assert len(right) == 200 and sum(right) >= 185


def tokens(text):
    return re.findall(r"\w+|[^\w\s]", text)


@pytest.mark.more
def test_forbidden_words_are_not_there_and_no_other_word_is_forbidden(elsewhere):
    """Each word and sign of 80 translations, forbidden alone: no search writes it, and all other texts are free."""
    model, every = minitrans.load(), 1 if os.environ.get("MINITRANS_ALL") else 40
    target, sources = model.tokenizer.target, corpus_files("toy-en-de")["test"][0].read_text().splitlines()[:80]
    texts, pieces = model.translate(sources), target.words(range(len(target)))
    pairs = [(line, word) for line, text in zip(sources, texts, strict=True) for word in sorted({*tokens(text)})]
    assert len(pairs) > 500 and {"ein", "ist", ".", "?"} <= {word for _, word in pairs}
    for line, word in [*pairs[::every], (sources[0], "."), (sources[0], "ein")]:
        words = partial(without_words, [word], pieces)
        model.constraints = model.constraints._replace(words=words)
        assert word not in tokens(model.translate([line])[0])
        rule = words([99])
        for text, ids in zip(texts, target.encode(texts), strict=True):
            blocked = any(id in rule(ids[:place], 0) for place, id in enumerate([*ids, 2]))
            assert blocked == (word in tokens(text)), (word, text)
