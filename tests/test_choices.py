"""Every default that depends on the machine or on the folder, and the line on stderr that reports it.

Not here: what a GPU computes with (tests/test_engine.py), and what changes speed or the last bits alone, such as the
number of threads of a search and the code that OpenBLAS takes for this processor.
"""

import gzip
import json
import re
import shutil
import urllib.request
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

import minitrans
from minitrans.data import catalog
from minitrans.runs.run import MODEL, NO_RUN, Run, run_path
from minitrans.training.job import warn_of_files_twice

KNOWN, GERMAN = "The old man buys a bicycle.", "Der alte Mann kauft ein Fahrrad."
STOPPED = "using runs/x, which stopped at step 160 of 2,000"
FILES = "--src a.en --tgt a.de".split(), "--src a.en --ref a.de".split()
# {command: (arguments, how it names a run)}: all that choose one
DOORS = {
    "translate": (["the dog"], "--run"),
    "view": (["the dog"], "--run"),
    "draw heads": (["the dog"], "--run"),
    "draw rate": ([], "--run"),
    "demo": ([], "--run"),
    "evaluate": (FILES[1], "--run"),
    "score": (FILES[0], "--run"),
    "parse": (["the dog"], None),
    "export": ("--to html --out page.html".split(), ""),
    "train --resume": ([], None),
}


@pytest.fixture
def folder(elsewhere, tiny_run, tmp_path, monkeypatch):
    """The current folder, with a run below runs/ that was stopped"""
    shutil.copytree(tiny_run.path, "runs/x")
    Path("runs/x/result.json").unlink()
    replace(Run("runs/x").config, steps=2000).save(Path("runs/x/config.json"))
    for name, line in (("a.en", KNOWN), ("a.de", GERMAN)):
        Path(name).write_text(line + "\n")
    for name in ("demo", "watch"):
        monkeypatch.setattr(f"minitrans.commands.{name}.serve", lambda *_, **posts: None)
    monkeypatch.setattr("minitrans.training.job.Job.train", lambda self: [])
    return tmp_path


@pytest.mark.parametrize("door", DOORS)
def test_the_run(folder, command, door):
    """The newest run below runs/; without any the bundled model, which has a name for the time when there is one."""
    arguments, flag = DOORS[door]
    words = door.split()
    done = command(*words, *arguments)
    assert done.err.count("using ") == 1 and STOPPED in done.err and (done.code == 0) == (door != "parse")
    assert ("bundled" in done.err) == (flag is not None)
    Path("page.html").unlink(missing_ok=True)
    for given in ([flag] * bool(flag) + ["bundled"], []) * (flag is not None):
        done = command(*words, *arguments, *given)
        assert (done.code, NO_RUN in done.err) == (0, not given) and "using runs/" not in done.err
        shutil.rmtree("runs", ignore_errors=True)
        Path("page.html").unlink(missing_ok=True)


def test_the_run_in_python_and_of_watch(folder, command, capsys):
    minitrans.load()
    said = capsys.readouterr().err
    assert said.startswith(f"{STOPPED}; ") and 'minitrans.load("bundled")' in said
    assert minitrans.load("bundled").translate([KNOWN]) == [GERMAN] and capsys.readouterr().err == ""
    assert command("watch").err.startswith("using runs/x; ")


def test_how_far_the_training_of_the_run_is(folder, tiny_run, capsys):
    def said():
        Run.open(bundled="--run bundled")
        return capsys.readouterr().err

    with Run("runs/x").lock():
        assert said().startswith("using runs/x, which is at step 160 of 2,000")
    Run("runs/x").checkpoints()[-1].rename("runs/x/checkpoints/best.npz")  # the weights that are used
    best = said()
    assert best.startswith("using runs/x, which stopped at step 80 of 2,000; ") and "--run bundled" in best
    replace(Run("runs/x").config, minutes=5).save(Path("runs/x/config.json"))
    assert "at step 80; " in said()
    result = json.loads((tiny_run.path / "result.json").read_text())
    Path("runs/x/result.json").write_text(json.dumps(result | dict(checkpoints=["best.npz"])))
    assert said() == f"using runs/x (80 steps, BLEU {result['bleu']:.2f})\n"


def test_every_flag_that_names_a_run_knows_the_bundled_one(parsers):
    """As the parsers of all commands say; a folder of this name has a path with a slash."""
    actions = [(name, action) for name, parser in parsers() for action in parser._actions]
    named = re.compile("(run directory|another run)").match
    found = [(name, each) for name, each in actions if each.metavar == "RUN" or named(each.help or "")]
    assert [(name, each.dest) for name, each in found if each.type is not run_path] == [] and len(found) > 10
    assert (run_path("bundled"), run_path("./bundled")) == (MODEL, Path("bundled"))


def test_a_folder_called_bundled(folder, command):
    Path("runs/x").rename("bundled")
    for run, translation in (("bundled", GERMAN), ("./bundled", "")):
        done = command("translate --run", run, KNOWN)
        assert (done.out == GERMAN + "\n", "./bundled" in done.err) == (bool(translation), bool(translation))


def trained(command, tiny_corpus, *flags):
    done = command("train --out new --steps 2", *tiny_corpus, *flags)
    assert done.code == 0
    return done.err


def test_shards_and_threads(command, elsewhere, tiny_corpus, monkeypatch):
    monkeypatch.setattr("minitrans.engine.cores", lambda: 2)
    err = trained(command, tiny_corpus, "--shards", 3)
    assert "each batch in 3 shards (--shards), 2 threads\n" in err
    assert re.search(r"60 training pairs of /.*/train\.src\n", err)  # where the text was found


def test_what_minutes_change(command, elsewhere, tiny_corpus):
    err = trained(command, tiny_corpus, "--minutes", 1)
    assert "1 minutes with the paper" in err and "the recipe for up to 5,000 pairs: --layers 1 " in err
    started = command("train --out more --init new --minutes 1 --steps 2", *tiny_corpus[:12])
    assert started.code == 0 and "falls in the last 40% of 1 minutes\n" in started.err
    assert "recipe" not in started.err and Run("more").config.cooldown == 0.4


def test_the_folder_of_a_download(monkeypatch, tmp_path, capsys):
    from minitrans.data.corpora import corpus_files

    files = {name: (1, None) for name in ("train.en", "train.de")}
    spec = catalog.Corpus("c", "en", "de", {"train": "train"}, ("http://x",), files)
    monkeypatch.setitem(catalog.CORPORA, "c", spec)
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: BytesIO(gzip.compress(b"a\n")))
    monkeypatch.setenv("MINITRANS_DATA", "")
    monkeypatch.setattr("minitrans.data.corpora.cache_folder", lambda: tmp_path)
    corpus_files("c")
    assert capsys.readouterr().err.count(f"to {tmp_path}") == 2


def test_the_type_of_numbers(folder, capsys):
    replace(Run("runs/x").config, backend="cupy", dtype="bfloat16").save(Path("runs/x/config.json"))
    minitrans.load("runs/x", backend="numpy")
    assert "in float32, not in bfloat16" in capsys.readouterr().err


@pytest.mark.parametrize("door", ["translate", "view", "draw beam"])
def test_what_the_model_does_not_know(elsewhere, command, door):
    done = command(*door.split(), "--run", "bundled", f"{KNOWN} The DOG sneezes.")
    words, several = done.err.splitlines()
    assert (done.code, words) == (0, "not in the training text: DOG, sneezes")
    assert " hold 2: " in several
    assert command(*door.split(), "--run", "bundled", KNOWN).err == ""


def test_what_several_lines_hold(elsewhere, command):
    lines = ["The dog sleeps.", f"{KNOWN} {KNOWN} {KNOWN}", f"{KNOWN} {KNOWN}", "qa qb qc qd qe qf qg qh qi qj qk ql."]
    Path("in.txt").write_text("\n".join(lines))
    *_, words, several = command("translate --run bundled --input in.txt").err.splitlines()
    assert words.endswith("qi, qj, and 2 more")
    assert "; line 2 seems to hold 3 " in several


@pytest.mark.parametrize("door", ["translate", "view", "draw beam"])
def test_a_line_that_is_longer_than_those_of_the_training(elsewhere, command, tiny_run, door):
    line = (tiny_run.text / "train.src").read_text().splitlines()[0]
    told = [command(*door.split(), "--run", tiny_run.path, text).err for text in (line, f"{line} my friend {line}")]
    assert "longer" not in told[0] and f" ({Run(tiny_run.path).text.length} pieces): 1 of 1 lines" in told[1]


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_what_is_blank(elsewhere, command, text):
    done = command("translate --run bundled", text)
    assert (done.out, done.err) == ("\n" * len(text.split("\n")), "the input is blank\n")


def test_which_translations_are_empty(elsewhere, command, monkeypatch):
    monkeypatch.setattr(minitrans.data.tokenizer.Tokenizer, "decode", lambda self, ids: next(texts))
    texts = iter(["a", "", "b", "", ""])
    Path("in.txt").write_text(f"{KNOWN}\n\n{KNOWN}\n{KNOWN}\n{KNOWN}\n")
    told = command("translate --run bundled --input in.txt").err
    assert told.startswith("empty: 2 of 4 translations, ") and told.endswith("line 3\n")
    assert command("translate --run bundled", KNOWN).err.startswith("empty: 1 of 1 translations; ")


def test_files_that_training_is_given_twice(elsewhere, capsys):
    for name, text in (("a", "x"), ("b", "y"), ("copy", "x")):
        Path(name).write_text(text)
    warn_of_files_twice(dict(train=["a", "./a"], valid=["copy", "b"]))
    train, valid = capsys.readouterr().err.splitlines()
    assert train.startswith("./a of the train split is also in the train split: ")
    assert valid.startswith("copy of the valid split is also in the train split: ")
