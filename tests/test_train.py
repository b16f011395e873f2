"""`minitrans.train` from text files to a score: what it leaves behind, how it stops, resumes and refuses."""

import gzip
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import sacrebleu

import minitrans
from minitrans.config import Config
from minitrans.data.batching import BatchStream, make_batch
from minitrans.data.lines import read_pairs, stream_lines
from minitrans.data.tokenizer import Tokenizer
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.runs.checkpoint import read_checkpoint, write_checkpoint
from minitrans.runs.run import Run
from minitrans.scoring.perplexity import perplexity
from minitrans.step import Workers
from minitrans.training import finish, job, signals, trainer
from minitrans.training.rescue import no_room


def read_lines(path):
    return list(stream_lines(path))


RUN_FILES = ".lock config.json tokenizer.model data.json log.jsonl result.json curves.png samples.txt".split()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """No test finds or leaves anything in the directory it was called from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINITRANS_DATA", raising=False)


def below(path):
    return {p: p.read_bytes() if p.is_file() else None for p in path.rglob("*")}


def result(path):
    return json.loads((path / "result.json").read_text())


def replaced(flags, **values):
    """The flags with some values exchanged: replaced(flags, train_src=path)."""
    flags = list(flags)
    for name, value in values.items():
        flags[flags.index("--" + name.replace("_", "-")) + 1] = value
    return flags


def without(flags, *names):
    flags = list(flags)
    for name in names:
        at = flags.index(name)
        del flags[at : at + 2]
    return flags


# What a run leaves behind


def test_the_run_directory_is_complete(tiny_run):
    path = tiny_run.path
    assert sorted(p.name for p in path.iterdir()) == sorted([*RUN_FILES, "checkpoints"])
    assert [p.name for p in Run(path).checkpoints()] == ["step-000080.npz", "step-000160.npz"]
    assert (path / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert "the dog sees trees." in (path / "samples.txt").read_text("utf-8")
    config = Run(path).config
    assert (config.layers, config.d_model, config.steps, config.warmup) == (1, 32, 160, 60)
    assert Run(path).files["train"] == [str(tiny_run.text / "train.src"), str(tiny_run.text / "train.tgt")]


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
    pairs, _ = read_pairs(*Run(tiny_run.path).files["test"])
    sources, references = zip(*pairs, strict=True)
    by_hand = sacrebleu.metrics.BLEU()
    translations = minitrans.load(tiny_run.path).translate(sources)
    assert found["bleu"] == round(by_hand.corpus_score(translations, [references]).score, 2)
    assert found["signature"] == str(by_hand.get_signature())
    assert f"test: BLEU {found['bleu']}" in tiny_run.ended.out


def test_it_learns(tiny_run):
    log = Run(tiny_run.path).log
    losses = [row["loss"] for row in log if "loss" in row]
    perplexities = [row["valid_perplexity"] for row in log if "valid_perplexity" in row]
    assert [row["step"] for row in log if "loss" in row] == [40, 80, 120, 160]
    assert losses == sorted(losses, reverse=True) and losses[-1] < losses[0] / 2
    assert perplexities[-1] < 2 and result(tiny_run.path)["bleu"] > 90


def test_perplexity_is_that_of_the_probabilities_without_smoothing(tiny_run):
    """Word by word from the logits, one sentence at a time, in float64."""
    translator = minitrans.load(tiny_run.path)
    nats = tokens = 0
    for source, target in read_pairs(*Run(tiny_run.path).files["valid"])[0]:
        source, target = translator.tokenizer.encode([source, target])
        logits = translator.model.logits(np.array([[*source, 2]]), np.array([[1, *target]]))[0].astype(np.float64)
        for row, word in zip(logits, [*target, 2], strict=True):
            nats += np.log(np.exp(row).sum()) - row[word]
            tokens += 1
    assert result(tiny_run.path)["valid_perplexity"] == pytest.approx(np.exp(nats / tokens), rel=1e-4)


def test_validation_is_scored_and_named_where_no_test_is_given(command, tiny_corpus):
    flags = without(tiny_corpus, "--test-src", "--test-tgt")
    ended = command("train", "--out", "run", *flags, "--steps", 2)
    assert ended.code == 0 and "valid: BLEU" in ended.out
    assert result(Path("run"))["test"] == "valid" and set(Run("run").files) == {"train", "valid"}


def test_default_name_of_a_run(command, tiny_corpus, tmp_path):
    assert command("train", *tiny_corpus, "--steps", 1).code == 0
    (path,) = (tmp_path / "runs").iterdir()
    assert path.name.startswith("own-") and result(path)["steps"] == 1


def test_what_is_left_out_is_counted(command, tiny_corpus):
    source, target = (Path(tiny_corpus[tiny_corpus.index(f"--train-{side}") + 1]) for side in ("src", "tgt"))
    source.write_text(source.read_text("utf-8") + "the cat\n \n" + "the dog " * 40 + "\n", "utf-8")
    target.write_text(target.read_text("utf-8") + "\ndie Katze\n" + "der Hund " * 40 + "\n", "utf-8")
    ended = command("train", "--out", "run", *tiny_corpus, "--steps", 1, "--max-length", 40)
    assert ended.code == 0
    assert "train: left out 2 pairs with an empty line" in ended.err
    assert "train: left out 1 pairs of 40 pieces or more" in ended.err
    assert ", 60 training pairs" in ended.err


# When it stops


def test_patience(command, tiny_corpus, monkeypatch):
    perplexities = iter([9.0, 8.0, 8.5, 7.0, 7.0, 7.5, 6.0])  # the best is the fourth; two without a better one follow
    monkeypatch.setattr(trainer, "perplexity", lambda *arguments, **options: next(perplexities))
    flags = ["--steps", 50, "--valid-steps", 2, "--patience", 2]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    assert result(Path("run"))["steps"] == 12
    assert [row["valid_perplexity"] for row in Run("run").log if "valid_perplexity" in row][-1] == 7.5


def test_minutes(command, tiny_corpus, monkeypatch):
    """Ten seconds a step: a minute is over after six, and every half a checkpoint is due, as after the last."""
    clock = SimpleNamespace(now=1000.0, perf_counter=lambda: clock.now)
    update = trainer.Trainer.update

    def slow_update(self):
        clock.now += 10
        return update(self)

    monkeypatch.setattr(trainer, "time", clock)
    monkeypatch.setattr(trainer.Trainer, "update", slow_update)
    flags = ["--minutes", 1, "--checkpoint-minutes", 0.5, "--valid-steps", 4, "--keep", 9]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    assert [path.name for path in Run("run").checkpoints()] == ["step-000003.npz", "step-000006.npz"]
    clock.now += 1000  # between runs no time counts
    assert command("train", "--out", "run", "--resume", "--minutes", 1.75).code == 0
    assert [int(path.stem[5:]) for path in Run("run").checkpoints()] == [3, 6, 9, 11]
    assert result(Path("run"))["seconds"] == Run("run").log[-1]["seconds"] == 110


# Going on


class Interrupted:
    """Ctrl-C in the middle of step `at`."""

    def __init__(self, monkeypatch, at):
        update = trainer.Trainer.update

        def interrupted(self):
            if self.progress.step + 1 == at:
                raise KeyboardInterrupt
            return update(self)

        self.patch = monkeypatch.context()
        self.interrupted = interrupted

    def __enter__(self):
        self.patch.__enter__().setattr(trainer.Trainer, "update", self.interrupted)

    def __exit__(self, *error):
        return self.patch.__exit__(*error)


def timeless(log):
    return [{k: v for k, v in row.items() if k not in ("seconds", "tokens_per_second")} for row in log]


def test_interrupted_and_resumed_equals_uninterrupted(command, tiny_corpus, monkeypatch):
    flags = [*tiny_corpus, "--dropout", 0.2, "--steps", 9, "--valid-steps", 5, "--checkpoint-steps", 3]
    flags += ["--log-steps", 4, "--accumulate", 2, "--keep", 9, "--patience", 9]
    assert command("train", "--out", "whole", *flags).code == 0
    with Interrupted(monkeypatch, at=6):
        assert command("train", "--out", "broken", *flags).code == 130
    assert Run("broken").log[-1]["step"] == 5 and not Path("broken/result.json").exists()
    assert [p.name for p in Run("broken").checkpoints()] == ["step-000003.npz"]
    assert command("train", "--out", "broken", "--resume").code == 0

    assert timeless(Run("broken").log) == timeless(Run("whole").log)
    for step in (3, 6, 9):
        (header, arrays), (header_whole, arrays_whole) = (
            read_checkpoint(Path(run, "checkpoints", f"step-{step:06d}.npz")) for run in ("broken", "whole")
        )
        assert arrays.keys() == arrays_whole.keys()
        for name in arrays:
            np.testing.assert_array_equal(arrays[name], arrays_whole[name], err_msg=name)
        clocks = {"seconds": 0, "update_seconds": 0, "window_seconds": 0}
        assert header["progress"] | clocks == header_whole["progress"] | clocks
    untimed = {"seconds": 0, "target_tokens_per_second": 0}
    assert result(Path("broken")) | untimed == result(Path("whole")) | untimed
    assert Path("broken/config.json").read_bytes() == Path("whole/config.json").read_bytes()


def test_resume_can_raise_the_budget(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 2, "--log-steps", 1).code == 0
    assert command("train", "--out", "run", "--resume", "--steps", 4).code == 0
    assert result(Path("run"))["steps"] == 4
    assert [row["step"] for row in Run("run").log if "loss" in row] == [1, 2, 3, 4]


def test_a_run_is_a_function_of_its_seed(command, tiny_corpus):
    weights = {}
    for name, seed in dict(one=1, two=2, again=1).items():
        assert command("train", "--out", name, *tiny_corpus, "--steps", 2, "--seed", seed).code == 0
        weights[name] = read_checkpoint(Run(name).newest()[-1])[1]["weights/source_embedding"]
    np.testing.assert_array_equal(weights["again"], weights["one"])
    assert (weights["two"] != weights["one"]).any()


# Bad input: one line, exit code 2, nothing left behind


def text_file(name, data):
    Path(name).write_bytes(data)
    return Path(name)


LINE = "the dog sees trees.\n"
BAD_FILES = {
    "different lengths": (lambda: text_file("a", LINE.encode() * 61), ["has 61 lines", "has 60"]),
    "invalid utf-8": (
        lambda: text_file("a", LINE.encode() * 5 + b"\xe4\n" + LINE.encode() * 54),
        ["a, line 6", "UTF-8"],
    ),
    "empty file": (lambda: text_file("a", b""), ["a: is empty"]),
    "missing file": (lambda: Path("none"), ["none: no such file"]),
    "invalid utf-8, late": (
        lambda: text_file("a", LINE.encode() * 58 + b"\xe4\n" + LINE.encode()),
        ["error: a, line 59", "UTF-8"],
    ),
    "truncated gz": (lambda: text_file("a.gz", gzip.compress(LINE.encode() * 60)[:-9]), ["a.gz: cannot be read"]),
}


@pytest.mark.parametrize("split", ["train", "valid", "test"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(command, tiny_corpus, tmp_path, name, split):
    make, parts = BAD_FILES[name]
    flags = replaced(tiny_corpus, **{f"{split}_src": make()})
    if split != "train":  # a wrong length is another one there
        flags = replaced(flags, **{f"{split}_tgt": flags[flags.index("--train-tgt") + 1]})
    refused(command, tmp_path, parts, "--out", "run", *flags)


def refused(command, tmp_path, parts, *flags):
    before = below(tmp_path)
    ended = command("train", *flags)
    assert ended.code == 2 and ended.out == ""
    assert ended.err.startswith("error: ") and ended.err.count("\n") == 1
    for part in parts:
        assert part in ended.err
    assert below(tmp_path) == before


BAD_FLAGS = {
    "unknown preset": (["--preset", "huge"], ["huge", "toy, multi30k, tiny, small"]),
    "vocabulary too large": (["--vocabulary", 5000], ["--vocabulary 5000", "<= "]),
    "vocabulary too small": (["--vocabulary", 10], ["--vocabulary 10", "Increase vocab_size\n"]),
    "a model beyond memory": (
        ["--heads", 10**6, "--d-k", 10**6, "--d-v", 10**6],
        ["out of memory", "--d-k"],
    ),
    "layers beyond patience": (["--layers", 10**9], ["--layers must be 1000 or less, got 1000000000"]),
    "d_model and heads": (["--heads", 5], ["--d-model 32", "--heads 5", "--d-k"]),
    "every pair too long": (["--max-length", 2], ["--max-length 2"]),
    "dropout": (["--dropout", 1.5], ["--dropout must be"]),
    "seed": (["--seed", -1], ["--seed must be 0 or more"]),
    "not a number": (["--steps", "1e3"], ["--steps", "1e3", "see python -m minitrans.train --help"]),
    "no steps": (["--steps", 0], ["--steps must be 1 or more"]),
    "missing run": (["--resume"], ["run: not a run directory"]),
}


@pytest.mark.parametrize("name", BAD_FLAGS)
def test_bad_flags(command, tiny_corpus, tmp_path, name):
    flags, parts = BAD_FLAGS[name]
    refused(command, tmp_path, parts, "--out", "run", *tiny_corpus, *flags)


@pytest.mark.parametrize("flags", [[], ["--preset", "tiny"]])
def test_unknown_corpus(command, tmp_path, flags):
    refused(command, tmp_path, ["klingon", "toy-en-de"], "--corpus", "klingon", "--out", "run", *flags)


def test_files_that_belong_together(command, tiny_corpus, tmp_path):
    half = without(tiny_corpus, "--valid-tgt")
    refused(command, tmp_path, ["--valid-src and --valid-tgt belong together"], "--out", "run", *half)
    alone = without(tiny_corpus, "--valid-src", "--valid-tgt")
    refused(command, tmp_path, ["at least", "--valid-src"], "--out", "run", *alone)
    both = ["--corpus", "toy-en-de", *tiny_corpus]
    refused(command, tmp_path, ["--corpus toy-en-de", "not both"], "--out", "run", *both)


def test_a_run_directory_that_exists(command, tiny_corpus, tmp_path):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 1).code == 0
    parts = ["run: exists", "--resume", "--out"]
    refused(command, tmp_path, parts, "--out", "run", *tiny_corpus)
    Path("file").write_text("not a directory")
    refused(command, tmp_path, ["file: exists"], "--out", "file", *tiny_corpus)
    refused(command, tmp_path, [f"file{os.sep}run: cannot be created"], "--out", "file/run", *tiny_corpus)
    Path("empty").mkdir()
    assert command("train", "--out", "empty", *tiny_corpus, "--steps", 1).code == 0


@pytest.mark.parametrize(
    "flags, part",
    [
        (["--layers", 2], "leave out --layers"),
        (["--batch-tokens", 300], "leave out --batch-tokens"),
        (["--steps", 2, "--d-model", 64], "leave out --d-model"),
        (["--preset", "tiny"], "leave out --preset"),
        (["--train-src", "a", "--train-tgt", "b", "--valid-src", "a", "--valid-tgt", "b"], "files"),
    ],
)
def test_resume_changes_nothing_but_budgets(command, tiny_run, tmp_path, flags, part):
    before = below(tiny_run.path)
    refused(command, tmp_path, [part], "--resume", "--out", tiny_run.path, *flags)
    assert below(tiny_run.path) == before


def test_run_without_a_checkpoint_begins_again(command, tmp_path, tiny_corpus):
    """As one does that was killed before it had any."""
    flags = [*tiny_corpus, "--steps", 2, "--valid-steps", 2, "--log-steps", 1]
    assert command("train", "--out", "run", *flags).code == 0
    expected = timeless(Run("run").log), read_checkpoint(Run("run").newest()[-1])[1]["adam_m"]
    for path in (Run("run").best, Run("run").newest()[-1]):
        path.unlink()
    assert command("train", "--out", "run", "--resume").code == 0
    assert timeless(Run("run").log) == expected[0]
    np.testing.assert_array_equal(read_checkpoint(Run("run").newest()[-1])[1]["adam_m"], expected[1])


def test_damaged_checkpoint_is_put_aside_and_the_one_before_used(command, tiny_corpus):
    flags = [*tiny_corpus, "--steps", 6, "--valid-steps", 6, "--checkpoint-steps", 2, "--log-steps", 1]
    assert command("train", "--out", "run", *flags).code == 0
    expected = timeless(Run("run").log), read_checkpoint(Run("run").newest()[-1])[1]["adam_m"]
    newest = Run("run").newest()[-1]
    newest.write_bytes(newest.read_bytes()[:-100])
    ended = command("train", "--out", "run", "--resume")
    assert (
        ended.code == 0
        and "step-000006.npz: is damaged; renamed to step-000006.npz.damaged, continuing from" in ended.err
    )
    assert Path("run/checkpoints/step-000006.npz.damaged").exists()
    assert timeless(Run("run").log) == expected[0]
    np.testing.assert_array_equal(read_checkpoint(Run("run").newest()[-1])[1]["adam_m"], expected[1])
    samples = Path("run/samples.txt").read_text(encoding="utf-8")
    assert samples.count("step 6: validation") == 1


def test_log_cut_off_in_writing_is_mended(command, tiny_corpus):
    flags = [*tiny_corpus, "--steps", 4, "--valid-steps", 4, "--checkpoint-steps", 2, "--log-steps", 1]
    assert command("train", "--out", "run", *flags).code == 0
    expected = timeless(Run("run").log)
    with open("run/log.jsonl", "a", encoding="utf-8") as file:
        file.write('{"step": 5, "lo')
    Run("run").newest()[-1].unlink()
    assert command("train", "--out", "run", "--resume").code == 0
    assert timeless(Run("run").log) == expected


def test_resume_takes_samples_as_they_are(command, tiny_corpus, tmp_path):
    """A sentence may hold what text mode takes for the end of a line."""
    valid = Path(tiny_corpus[tiny_corpus.index("--valid-src") + 1])
    lines = valid.read_bytes().split(b"\n")
    valid.write_bytes(b"\n".join([lines[0], b"Hello\r\rworld", *lines[2:]]))
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 2, "--valid-steps", 1).code == 0
    samples = Path("run/samples.txt")
    written = samples.read_bytes()
    samples.write_bytes(written + b"garbage\n\n")
    assert command("train", "--out", "run", "--resume", "--steps", 3).code == 0
    found = samples.read_bytes()
    assert b"\r\r" in written and found.startswith(written) and b"garbage" not in found


def test_resume_does_not_go_back(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 3).code == 0
    before = below(Path("run"))
    ended = command("train", "--out", "run", "--resume", "--steps", 2)
    assert (ended.code, ended.err.splitlines()[-1]) == (2, "error: --steps 2: run is already at step 3; give more")
    assert below(Path("run")) == before


def test_resume_without_the_folder_of_checkpoints_begins_again(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 1).code == 0
    shutil.rmtree("run/checkpoints")
    assert command("train", "--out", "run", "--resume").code == 0
    assert Path("run/checkpoints/step-000001.npz").is_file()


@pytest.mark.parametrize(
    "name, data, said",
    [
        ("log.jsonl", b"\xff\n", "not a log of minitrans"),
        ("data.json", b'{"train": ["a", "b"]}', "has no valid split"),
    ],
)
def test_resume_names_a_damaged_file(command, tiny_corpus, name, data, said):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 1).code == 0
    Path("run", name).write_bytes(data)
    ended = command("train", "--out", "run", "--resume", "--steps", 2)
    assert ended.code == 2 and f"error: run/{name}: " in ended.err and said in ended.err


def test_resume_names_a_checkpoint_of_another_version(command, tiny_run):
    shutil.copytree(tiny_run.path, "run")
    run, model = Run("run"), minitrans.load("run").model
    write_checkpoint(run.newest()[-1], model, Adam(model.flat), run.tokenizer, dict(step=160, hours=3))
    ended = command("train", "--out", "run", "--resume", "--steps", 170)
    assert ended.code == 2 and f"{run.newest()[-1]}: not a checkpoint of this version" in ended.err


def test_second_trainer_is_refused(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 1).code == 0
    with Run("run").lock():
        ended = command("train", "--out", "run", "--resume", "--steps", 2)
    assert ended.code == 2 and ended.err.splitlines()[-1].startswith("error: run: another process is training there")
    assert command("train", "--out", "run", "--resume", "--steps", 2).code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_the_step_saves_and_exits(tiny_corpus, number):
    """A real process; what it says how to go on does go on."""
    flags = [*map(str, tiny_corpus), "--steps", "100000", "--valid-steps", "100000", "--log-steps", "1"]
    command = [sys.executable, "-m", "minitrans.train", "--out", "run", *flags]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("step 3"):
                break
        process.send_signal(number)
        rest = process.stderr.read()
    assert process.returncode == 128 + number and "Traceback" not in rest
    step = int(re.search(r"stopped at step (\d+); resume with: python -m minitrans.train --out run --resume", rest)[1])
    assert Run("run").newest()[-1].name == f"step-{step:06d}.npz" and step >= 3


def test_a_signal_sent_twice_is_one_wish(monkeypatch):
    """`timeout` signals the process and then its group; a second wish, later, is for ending at once."""
    now = [100.0]
    monkeypatch.setattr(signals.time, "monotonic", lambda: now[-1])
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), signals.stop_signals() as noted:
        for number, after in ((signal.SIGTERM, 0), (signal.SIGTERM, 0.01), (signal.SIGINT, 0.9), (signal.SIGINT, 1.1)):
            now.append(100 + after)
            signal.raise_signal(number)
            assert after < 1
    assert noted == 2 * [signal.SIGTERM] + 2 * [signal.SIGINT]
    with signals.stop_signals() as noted:
        assert noted == [] and signal.getsignal(signal.SIGINT) != before[0]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    with ThreadPoolExecutor() as pool:  # of a thread, which may not ask for signals
        assert pool.submit(lambda: signals.stop_signals().__enter__()).result() == []


def test_what_to_do_about_a_run_that_may_not_be_written():
    for number, remedy in ((13, "allow writing there"), (30, "allow writing there"), (28, "free disk space")):
        error = no_room(Run("run"), OSError(number, os.strerror(number)), "kept")
        assert f"run: cannot be written to ({os.strerror(number)}); kept: {remedy}, then python -m" in str(error)
    assert "kept: correct that, then python -m" in str(no_room(Run("run"), OSError(5, "I/O"), "kept"))


@pytest.mark.parametrize("out", [".", "", "..", os.sep])
def test_the_folder_that_one_is_in(command, tiny_corpus, tmp_path, out):
    refused(command, tmp_path, ["is the current folder, or one above it"], "--out", out, *tiny_corpus)


@pytest.mark.parametrize("split", ["train", "valid", "test"])
def test_a_pipe_in_the_place_of_text(command, tiny_corpus, tmp_path, split):
    """It could be read once only, and a named one without a writer would wait for ever."""
    os.mkfifo("pipe")
    flags = replaced(tiny_corpus, **{f"{split}_src": Path("pipe")})
    refused(command, tmp_path, ["pipe: is not a regular file", "save the text to one first"], "--out", "run", *flags)


def test_as_a_program(tmp_path):
    """The one test here in a process of its own: exit code and stderr are those of `python -m`."""
    environment = os.environ | {"PYTHONPATH": str(Path(minitrans.__file__).parents[1])}
    command = [sys.executable, "-m", "minitrans.train", "--preset", "huge"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: --preset huge: unknown") and done.stderr.count("\n") == 1


# The gradient of a step


@pytest.mark.parametrize("shards", [1, 2, 3])
def test_two_micro_batches_are_one_batch_twice_as_large(rng, shards):
    """Sentences of very different length, so that a mean of means would be wrong."""
    lengths = [(1, 2), (9, 7), (3, 12), (5, 1), (2, 2), (8, 9), (4, 4)]
    pairs = [(rng.integers(4, 30, s).tolist(), rng.integers(4, 30, t).tolist()) for s, t in lengths]
    tokens = sum(t + 1 for _, t in lengths)

    def step(micro_batches):
        config = Config(
            layers=1,
            d_model=16,
            d_ff=24,
            heads=2,
            vocabulary=30,
            max_length=16,
            dtype="float64",
            dropout=0.0,
            shards=shards,
        )
        model = Transformer(config)
        loss, counted = Workers(model, shards).gradient(micro_batches, (1, 1))
        assert counted == tokens
        return loss, model.flat_grad

    loss, gradient = step([pairs])
    assert np.abs(gradient).max() > 1e-3
    for cut in (1, 3, 6):
        loss_of_two, gradient_of_two = step([pairs[:cut], pairs[cut:]])
        assert loss_of_two == pytest.approx(loss, rel=1e-12)
        np.testing.assert_allclose(gradient_of_two, gradient, rtol=0, atol=1e-12)


def test_a_run_in_a_plain_loop(command, tiny_corpus):
    """Weights and log: the rate and Adam of Section 5.3 written out, one batch in the place of two micro-batches."""
    flags = ["--steps", 4, "--accumulate", 2, "--clip", 0.9, "--rate", 2, "--warmup", 3, "--log-steps", 2]
    flags += ["--dropout", 0, "--dtype", "float64", "--average", 1]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    found = minitrans.load("run")
    model, config = Transformer(found.config), found.config
    pairs = [tuple(found.tokenizer.encode(list(pair))) for pair in read_pairs(*Run("run").files["train"])[0]]
    stream, m, v, rows = BatchStream(pairs, config.batch_tokens, config.seed), 0, 0, []
    for step in range(1, 5):
        batch = make_batch(next(stream) + next(stream))
        model.flat_grad[:] = 0
        loss = model.loss(batch)
        loss.backward(1 / batch.tokens)
        norm = np.linalg.norm(model.flat_grad)
        rate = 2 * 32**-0.5 * min(step**-0.5, step * 3**-1.5)
        gradient = model.flat_grad * min(1, 0.9 / norm)
        m, v = 0.9 * m + 0.1 * gradient, 0.98 * v + 0.02 * gradient**2
        model.flat -= rate * m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.98**step)) + 1e-9)
        rows.append((float(loss.data), batch.tokens, rate, norm))
    assert max(row[3] for row in rows) > 0.9
    np.testing.assert_allclose(found.model.flat, model.flat, atol=1e-7)
    losses, tokens, rates, norms = zip(*rows, strict=True)
    for end, row in zip((2, 4), (row for row in Run("run").log if "loss" in row), strict=True):
        assert row["loss"] == pytest.approx(sum(losses[end - 2 : end]) / sum(tokens[end - 2 : end]))
        assert row["tokens"] == sum(tokens[:end])
        assert (row["rate"], row["gradient_norm"]) == pytest.approx((rates[end - 1], norms[end - 1]))


# What the score is of


def test_older_checkpoints_are_left_out_where_they_do_harm(command, tiny_corpus):
    """Early in training the mean of checkpoints is far from all of them."""
    flags = ["--steps", 60, "--warmup", 60, "--checkpoint-steps", 10, "--average", 5]
    ended = command("train", "--out", "short", *tiny_corpus, *flags)
    assert "(last checkpoint)" in ended.out
    assert result(Path("short"))["checkpoints"] == ["step-000060.npz"]
    assert Run("short").chosen == Run("short").newest()


def test_a_resumed_run_averages_again(command, tiny_corpus, monkeypatch):
    """That the mean did harm early is not remembered for ever, and as many checkpoints are kept as before."""
    flags = ["--warmup", 60, "--steps", 60, "--checkpoint-steps", 10, "--average", 7, "--keep", 1]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    assert Run("run").chosen == Run("run").newest()
    monkeypatch.setattr(finish, "perplexity", lambda model, pairs: next(falling))
    falling = iter([9.0, 8.0, 8.5])  # of the last checkpoint alone, then of the mean, then of the best
    assert command("train", "--out", "run", "--resume", "--steps", 90).code == 0
    assert Run("run").config.average == len(Run("run").checkpoints()) == 7
    assert Run("run").chosen == Run("run").checkpoints()
    assert result(Path("run"))["checkpoints"] == [f"step-{step:06d}.npz" for step in range(30, 91, 10)]


def test_what_translates_when_a_finished_run_goes_on_and_is_stopped(command, tiny_corpus):
    """What the end found best is no longer the best, and the mean of checkpoints so early is bad."""
    flags = ["--steps", 20, "--warmup", 60, "--checkpoint-steps", 10, "--valid-steps", 10]
    assert command("train", "--out", "run", *tiny_corpus, *flags).code == 0
    Path("run/result.json").rename("result.json")
    assert command("train", "--out", "run", "--resume", "--steps", 60).code == 0
    Path("result.json").replace("run/result.json")  # as when the second training is stopped before its end
    assert Path("run/checkpoints/step-000020.npz").is_file() and result(Path("run"))["steps"] == 20
    assert Run("run").chosen == [Run("run").best]


def test_checkpoints_are_averaged_where_it_helps(command, tiny_corpus):
    flags = ["--dropout", 0.05, "--warmup", 60, "--rate", 3, "--steps", 150, "--checkpoint-steps", 2, "--average", 4]
    assert command("train", "--out", "long", *tiny_corpus, *flags).code == 0
    found = {n: perplexity_of(minitrans.load("long", average=n), Run("long").files["valid"]) for n in (1, 4)}
    best = min(found, key=found.get)
    assert result(Path("long"))["checkpoints"] == [f"step-{step:06d}.npz" for step in (144, 146, 148, 150)][-best:]
    assert result(Path("long"))["valid_perplexity"] == pytest.approx(found[best], abs=1e-4)


def perplexity_of(translator, files):
    pairs = [tuple(translator.tokenizer.encode(list(pair))) for pair in read_pairs(*files)[0]]
    return perplexity(translator.model, pairs)


# Together with others


def test_two_runs_do_not_share_a_directory(command, tiny_corpus, monkeypatch):
    """The other one begins while this one is still reading its text."""
    transformer = job.Transformer

    def meanwhile(*arguments):
        Path("run/checkpoints").mkdir(parents=True)
        return transformer(*arguments)

    monkeypatch.setattr(job, "Transformer", meanwhile)
    ended = command("train", "--out", "run", *tiny_corpus, "--steps", 1)
    assert ended.code == 2 and "another run was just started there" in ended.err
    assert [path.name for path in Path("run").iterdir()] == ["checkpoints"]


def test_interruption_says_how_to_go_on(command, tiny_corpus, monkeypatch):
    with Interrupted(monkeypatch, at=4):
        ended = command("train", "--out", "my run", *tiny_corpus, "--steps", 9, "--checkpoint-steps", 2)
    assert ended.code == 130 and "stopped at step 3" in ended.err
    assert "python -m minitrans.train --out 'my run' --resume" in ended.err


def test_a_resumed_run_remembers_its_new_budget(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 2).code == 0
    assert command("train", "--out", "run", "--resume", "--steps", 4).code == 0
    assert Run("run").config.steps == result(Path("run"))["steps"] == 4


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


@pytest.fixture
def poisoned(monkeypatch):
    """A gradient with one NaN in step 3."""
    gradient = Workers.gradient

    def spoiled(self, micro_batches, seed):
        found = gradient(self, micro_batches, seed)
        if seed[1] == 3:
            self.model.encoder[0].feed_forward.w1.grad[0, 0] = np.nan
        return found

    monkeypatch.setattr(Workers, "gradient", spoiled)


def test_step_that_is_not_finite_stops_the_run_and_leaves_its_batch(command, tiny_corpus, poisoned):
    ended = command("train", "--out", "run", *tiny_corpus, "--steps", 5, "--checkpoint-steps", 1)
    assert ended.code == 2
    message = ended.err.splitlines()[-1]
    assert "step 3" in message and "encoder.0.feed_forward.w1" in message and "--on-nan skip" in message
    left = json.loads(Path("run/not-finite-step-000003.json").read_text(encoding="utf-8"))
    assert left["seed"] == [1, 3] and all(len(pair) == 2 for batch in left["micro_batches"] for pair in batch)
    _, arrays = read_checkpoint(Run("run").newest()[-1])
    assert Run("run").newest()[-1].name == "step-000002.npz" and all(
        np.isfinite(each).all() for each in arrays.values()
    )


def test_step_that_is_not_finite_can_be_left_out(command, tiny_corpus, poisoned):
    flags = [*tiny_corpus, "--steps", 4, "--checkpoint-steps", 1, "--log-steps", 1, "--valid-steps", 4]
    ended = command("train", "--out", "run", *flags, "--on-nan", "skip")
    assert ended.code == 0 and "the step was skipped" in ended.err
    before, after = (read_checkpoint(Path("run", "checkpoints", f"step-00000{step}.npz"))[1] for step in (2, 3))
    for name in before:
        np.testing.assert_array_equal(before[name], after[name])
    assert [row["step"] for row in Run("run").log if "loss" in row] == [1, 2, 4]


# Out of room


def program(*arguments, **limits):
    """Run `python -m minitrans.train ARGUMENTS` under limits of the system, as {name of resource: number}."""

    def limit():
        for name, number in limits.items():
            resource.setrlimit(getattr(resource, name), (number, number))

    call = [sys.executable, "-m", "minitrans.train", *map(str, arguments)]
    ended = subprocess.run(call, preexec_fn=limit, capture_output=True, text=True)
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("error: ") and "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


def test_no_room_for_a_checkpoint(command, tiny_corpus):
    """A file may not grow beyond 40 kB, so that the second stage of the run fails in writing its checkpoint."""
    flags = [*tiny_corpus, "--valid-steps", 3, "--log-steps", 1]
    assert command("train", "--out", "run", *flags, "--steps", 3).code == 0
    before = below(Path("run/checkpoints"))
    message = program("--out", "run", "--resume", "--steps", 6, RLIMIT_FSIZE=40_000)
    assert "run: cannot be written to (File too large); earlier checkpoints are complete" in message
    assert message.endswith("free disk space, then python -m minitrans.train --out run --resume")
    assert below(Path("run/checkpoints")) == before
    assert command("train", "--out", "run", "--resume").code == 0
    assert command("train", "--out", "whole", *flags, "--steps", 6).code == 0
    assert timeless(Run("run").log) == timeless(Run("whole").log)
    one, other = (read_checkpoint(Run(name).newest()[-1])[1]["adam_m"] for name in ("run", "whole"))
    np.testing.assert_array_equal(one, other)


def test_no_room_when_a_run_is_resumed(command, tiny_corpus):
    assert command("train", "--out", "run", *tiny_corpus, "--steps", 3).code == 0
    before = below(Path("run"))
    message = program("--out", "run", "--resume", "--steps", 6, RLIMIT_FSIZE=100)
    assert "run: cannot be written to (File too large)" in message and message.endswith("--out run --resume")
    assert below(Path("run")) == before


def test_a_batch_too_large_for_memory(tiny_corpus):
    flags = ["--batch-tokens", 100_000, "--d-ff", 250_000, "--steps", 3]  # hidden layers of 250 MB each
    message = program("--out", "run", *tiny_corpus, *flags, RLIMIT_AS=2 << 30)
    assert message.startswith("error: step 1: out of memory (Unable to allocate")
    assert "train with a smaller --batch-tokens than 100000, and a larger --accumulate" in message


# The best checkpoint


def test_the_best_checkpoint_is_kept(command, tiny_corpus, monkeypatch):
    """However old it is, and what was learned after it; it is what translates if its perplexity is the lowest."""
    perplexities = iter([9.0, 4.0, 6.0, 7.0, 8.0, 7.0, 6.0, 4.0])  # five validations, then last, mean, best
    for module in (trainer, finish):
        monkeypatch.setattr(module, "perplexity", lambda model, pairs: next(perplexities))
    flags = ["--steps", 10, "--valid-steps", 2, "--keep", 1, "--average", 2]
    ended = command("train", "--out", "run", *tiny_corpus, *flags)
    assert ended.code == 0 and "(best checkpoint)" in ended.out
    assert [path.name for path in Run("run").checkpoints()] == ["step-000008.npz", "step-000010.npz"]
    header, arrays = read_checkpoint(Run("run").best)
    assert header["progress"]["step"] == 4 and header["progress"]["best"] == 4.0
    assert result(Path("run"))["checkpoints"] == ["best.npz"] and Run("run").chosen == [Run("run").best]
    best = minitrans.load("run").model.source_embedding.data
    np.testing.assert_array_equal(best, arrays["weights/source_embedding"])
    newest = read_checkpoint(Run("run").newest()[0])[1]["weights/source_embedding"]
    np.testing.assert_array_equal(minitrans.load("run", average=1).model.source_embedding.data, newest)


# What belongs together


def test_resume_refuses_what_does_not_belong_to_the_checkpoints(command, tiny_run, tmp_path):
    shutil.copytree(tiny_run.path, "run")
    config = Path("run/config.json")
    text = config.read_text(encoding="utf-8")
    for field, value in (("rate", 0.25), ("seed", 8), ("heads", 4), ("shards", 1)):
        config.write_text(json.dumps(json.loads(text) | {field: value}), encoding="utf-8")
        ended = command("train", "--out", "run", "--resume")
        assert ended.code == 2 and f"step-000160.npz: was made with {field} " in ended.err
        assert f"config.json says {value}" in ended.err
    config.write_text(text, encoding="utf-8")
    other = Tokenizer.train([line[::-1] for line in read_lines(tiny_run.text / "train.src")] * 3, 70)
    other.save(Path("run/tokenizer.model"))
    for name, *arguments in (("train", "--out", "run", "--resume"), ("translate", "--run", "run", "the dog")):
        ended = command(name, *arguments)
        assert ended.code == 2 and "was made with another tokenizer.model" in ended.err


def test_a_reader_that_has_gone_is_no_full_disk(tiny_corpus, tmp_path):
    """`train | true`: the run is whole when its result is told."""
    read, write = os.pipe()
    os.close(read)
    program = [sys.executable, "-m", "minitrans.train", "--out", tmp_path / "run", "--steps", "1", "--max-extra", "1"]
    done = subprocess.run([*program, *map(str, tiny_corpus)], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 1 and "error" not in done.stderr and "room" not in done.stderr
    assert (tmp_path / "run" / "result.json").is_file()


def test_a_progress_bar_that_does_not_start_makes_no_run(command, tiny_corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    ended = command("train", "--out", tmp_path / "run", *tiny_corpus)
    assert ended.code == 2 and "the progress bar cannot be drawn" in ended.err and not (tmp_path / "run").exists()
