"""The weights of the lowest validation perplexity are chosen, and result.json says what their score is."""

import shlex
from itertools import count
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

import minitrans
from minitrans.data.lines import read_pairs
from minitrans.data.tokenizer import Tokenizer
from minitrans.runs.checkpoint import read_checkpoint
from minitrans.runs.run import Run
from minitrans.training import finish, trainer
from minitrans.training.perplexity import perplexity
from minitrans.views import plots

from ..same_run import result

pytestmark = pytest.mark.slow


def test_result(tiny_run):
    found = result(tiny_run.path)
    assert (found["task"], found["test"], found["steps"], found["backend"]) == ("translate", "test", 160, "numpy")
    assert found["seconds"] > 0
    checkpoint = Run(tiny_run.path).newest()[-1]
    _, arrays = read_checkpoint(checkpoint)
    assert found["parameters"] == sum(a.size for name, a in arrays.items() if name.startswith("weights/"))
    log = Run(tiny_run.path).log
    assert found["target_tokens_per_second"] >= log[-2]["tokens"] / found["seconds"]
    # The score is sacrebleu's on what the loaded run translates.
    pairs, _ = read_pairs(*Run(tiny_run.path).text.files["test"])
    sources, references = zip(*pairs, strict=True)
    by_hand = sacrebleu.metrics.BLEU()
    translations = minitrans.load(tiny_run.path).translate(sources)
    assert found["bleu"] == round(by_hand.corpus_score(translations, [references]).score, 2)
    assert found["signature"] == str(by_hand.get_signature())
    assert f"test: BLEU {found['bleu']}" in tiny_run.ended.out


def test_validation_is_scored_and_named_where_no_test_is_given(command, tiny_corpus, without):
    flags = without(tiny_corpus, "--test-src", "--test-tgt")
    ended = command("train --out run", *flags, "--steps", 2)
    assert ended.code == 0 and "valid: BLEU" in ended.out
    assert result(Path("run"))["test"] == "valid" and set(Run("run").text.files) == {"train", "valid"}


@pytest.mark.parametrize("word", ["", "ja"])
def test_empty_outputs_are_explained(command, tiny_corpus, monkeypatch, word):
    """A model writes them when it has hardly learned; one output is enough to be no longer asked so."""
    monkeypatch.setattr(Tokenizer, "decode", lambda self, ids: word * (next(calls) % 2))
    calls = count()
    ended = command("train --out run --steps 2", *tiny_corpus)
    assert ended.code == 0 and "test: empty: " in ended.err and ("long enough?" in ended.err) == (not word)


def test_the_last_line_names_the_picture_and_a_command_that_works(command, tiny_corpus, monkeypatch):
    ended = command("train --out", "a run", *tiny_corpus, "--steps", 2)
    *_, last = ended.out.splitlines()
    picture, _, call = last.partition("minitrans view ")
    assert "a run/curves.png" in picture and Path("a run/curves.png").is_file()
    assert command("view", *shlex.split(call)).code == 0 and Path("view.html").is_file()
    monkeypatch.setattr(plots, "curves", None)  # a picture that cannot be drawn is not named
    ended = command("train --out run --steps 2", *tiny_corpus)
    assert ended.code == 0 and "look inside with" in ended.out and "curves" not in ended.out


def test_a_resumed_run_averages_again(command, tiny_corpus, monkeypatch):
    """That the mean did harm early is not remembered for ever, and as many checkpoints are kept as before."""
    flags = "--warmup 60 --steps 60 --checkpoint-steps 10 --average 7 --keep 1".split()
    assert command("train --out run", *tiny_corpus, *flags).code == 0
    assert Run("run").chosen == Run("run").newest()
    monkeypatch.setattr(finish, "perplexity", lambda model, pairs: next(falling))
    falling = iter([9.0, 8.0, 8.5])  # of the last checkpoint alone, then of the mean, then of the best
    assert command("train --out run --resume --steps 90").code == 0
    assert Run("run").config.average == len(Run("run").checkpoints()) == 7
    assert Run("run").chosen == Run("run").checkpoints()
    assert result(Path("run"))["checkpoints"] == [f"step-{step:06d}.npz" for step in range(30, 91, 10)]


def test_what_translates_when_a_finished_run_goes_on_and_is_stopped(command, tiny_corpus):
    """What the end found best is no longer the best, and the mean of checkpoints so early is bad."""
    flags = "--steps 20 --warmup 60 --checkpoint-steps 10 --valid-steps 10".split()
    assert command("train --out run", *tiny_corpus, *flags).code == 0
    Path("run/result.json").rename("result.json")
    assert command("train --out run --resume --steps 60").code == 0
    Path("result.json").replace("run/result.json")  # as when the second training is stopped before its end
    assert Path("run/checkpoints/step-000020.npz").is_file() and result(Path("run"))["steps"] == 20
    assert "loading best.npz" in command("translate --run run a").err


@pytest.mark.quick
def test_checkpoints_are_averaged_where_it_helps(command, tiny_corpus):
    flags = "--dropout 0.05 --warmup 60 --rate 3 --steps 150 --checkpoint-steps 2 --average 4".split()
    assert command("train --out long", *tiny_corpus, *flags).code == 0
    found = {n: perplexity_of(minitrans.load("long", average=n), Run("long").text.files["valid"]) for n in (1, 4)}
    best = min(found, key=found.get)
    assert result(Path("long"))["checkpoints"] == [f"step-{step:06d}.npz" for step in (144, 146, 148, 150)][-best:]
    assert result(Path("long"))["valid_perplexity"] == pytest.approx(found[best], abs=1e-4)


def perplexity_of(translator, files):
    pairs = [tuple(translator.tokenizer.encode(list(pair))) for pair in read_pairs(*files)[0]]
    return perplexity(translator.model, pairs)


def test_the_best_checkpoint_is_kept(command, tiny_corpus, monkeypatch):
    """However old it is, and what was learned after it; it is what translates if its perplexity is the lowest."""
    perplexities = iter([9.0, 4.0, 6.0, 7.0, 8.0, 7.0, 6.0, 4.0])  # five validations, then last, mean, best
    for module in (trainer, finish):
        monkeypatch.setattr(module, "perplexity", lambda model, pairs: next(perplexities))
    flags = "--steps 10 --valid-steps 2 --keep 1 --average 2".split()
    ended = command("train --out run", *tiny_corpus, *flags)
    assert ended.code == 0 and "(best checkpoint)" in ended.out
    assert [path.name for path in Run("run").checkpoints()] == ["step-000008.npz", "step-000010.npz"]
    header, arrays = read_checkpoint(Run("run").best)
    assert header["progress"]["step"] == 4 and header["progress"]["best"] == 4.0
    assert result(Path("run"))["checkpoints"] == ["best.npz"] and Run("run").chosen == [Run("run").best]
    best = minitrans.load("run").model.source_embedding.data
    np.testing.assert_array_equal(best, arrays["weights/source_embedding"])
    newest = read_checkpoint(Run("run").newest()[0])[1]["weights/source_embedding"]
    np.testing.assert_array_equal(minitrans.load("run", average=1).model.source_embedding.data, newest)
