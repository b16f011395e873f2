"""The translate command, as its users call it."""

import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import minitrans
from minitrans.nn import Transformer
from minitrans.optim import Adam
from minitrans.runs.checkpoint import load_weights, read_checkpoint, write_checkpoint
from minitrans.runs.run import MODEL, Run
from minitrans.system.errors import UserError
from minitrans.tasks.constrained import Constraints, without_words

from .conftest import SENTENCES


def test_a_run_of_a_gpu_translates_where_there_is_none(command, tiny_run, expected, tmp_path, monkeypatch):
    """Its configuration and the headers of its checkpoints say cupy; the arrays are the same."""
    monkeypatch.setitem(sys.modules, "cupy", None)  # as if it were not installed
    run = Run(shutil.copytree(tiny_run.path, tmp_path / "run"))
    config = replace(run.config, backend="cupy")
    config.save(run.path / "config.json")
    model = Transformer(config)
    load_weights(model, run.newest(), run.tokenizer)
    header, _ = read_checkpoint(run.newest()[-1])
    write_checkpoint(run.newest()[-1], model, Adam(model.flat), run.tokenizer, header["progress"])
    refused = command("translate --run", run.path, SENTENCES[0])
    assert refused.code == 2 and "CuPy is not" in refused.err and "use --backend numpy" in refused.err
    assert command("translate --backend numpy --run", run.path, *SENTENCES[:1]).out == f"{expected[0]}\n"


def test_nbest_in_the_format_of_moses(translate, expected):
    lines = translate("--nbest", 3, stdin="\n".join(SENTENCES[:2]).encode()).out.splitlines()
    rows = [line.split(" ||| ") for line in lines]
    assert [row[0] for row in rows] == ["0"] * 3 + ["1"] * 3
    assert [rows[0][1], rows[3][1]] == expected[:2]
    for part in (rows[:3], rows[3:]):
        scores = [float(row[2]) for row in part]
        assert scores == sorted(scores, reverse=True)
        assert len({row[1] for row in part}) == 3


def test_alpha_changes_the_score_as_the_formula_says(translate):
    def score(alpha):
        return float(translate("--nbest", 2, "--alpha", alpha, SENTENCES[0]).out.splitlines()[0].split(" ||| ")[2])

    ratio = score(0) / score(1)
    length = 6 * ratio - 5  # score(1) = score(0) / ((5 + length) / 6)
    assert 5 < length < 20 and length == pytest.approx(round(length), abs=0.2)


NOBODY = "--min-length 500 --max-extra 600 --no-repeat 1"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("--nbest 0", "--nbest"),
        (f"--nbest {10**30} a", "1 to 10000, got 1000"),
        ("--input missing.txt", "missing.txt"),
        ("--input .", "cannot be read"),
        ("--input x 'a sentence'", "not both"),
        ("--attention a", "write minitrans draw heads"),
        ("--model '' a", "--model: is empty"),
        ("--prefix-file '' a", "--prefix-file: is empty"),
        ("--beam 0", "--beam"),
        ("--alpha -1", "--alpha"),
        ("", "standard input, line 2"),
        ("--prefix der --prefix-file x a", "not both"),
        ("--prefix-file missing.txt a", "missing.txt: no such file"),
        ("--prefix-file -", "with --input"),
        ("--prefix-file - 'a\nb\nc\nd'", "standard input, line 2"),
        ("--prefix \u65e5 a", "prefix '\u65e5': "),
        ("--prefix 'der Hund' --max-extra 0 a", "has at most"),
        ("--min-length -1 a", "more, got -1"),
        ("--no-repeat two a", "--no-repeat"),
        ("--forbid ' ' a", "--forbid: is empty"),
        ("--prefix 'der Hund.' --forbid Hund a", "no translation"),
        ("--prefix 'der der' --no-repeat 1 a", "no translation"),
        (f"{NOBODY} a", "no translation"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(translate, arguments, named):
    ended = translate(*shlex.split(arguments), stdin=b"fine\n\xff\xfe\n")
    assert ended.code == 2
    assert named in ended.err and len(ended.err.splitlines()) == 1


def test_fewer_prefixes_than_sentences(translate):
    ended = translate("--prefix-file", "-", "a\nb", stdin=b"der\n")
    assert ended.code == 2 and "standard input: has 1 lines" in ended.err


def test_a_prefix(translate):
    """All translations of all sentences begin with it, and blank lines stay blank."""
    lines = f"{SENTENCES[0]}\n\n{SENTENCES[1]}\n".encode()
    rows = [
        line.split(" ||| ")
        for line in translate("--prefix", "die", "--nbest", 3, "--max-extra", 0, stdin=lines).out.splitlines()
    ]
    assert [row[0] for row in rows] == [*"000", "1", *"222"] and rows[3][1] == ""
    assert all(text.startswith("die") for _, text, _ in rows[:3] + rows[4:])
    assert translate("--prefix", "", stdin=lines).out == translate(stdin=lines).out


def test_a_prefix_for_each_line(translate, tmp_path, expected):
    """In many blocks; a translation that begins as the model's own is the model's own."""
    beginnings = ["", "die", expected[2][:4]] * 400
    (tmp_path / "prefixes").write_text("".join(each + "\n" for each in beginnings), encoding="utf-8")
    lines = "".join(line + "\n" for line in SENTENCES * 400).encode()
    ended = translate("--prefix-file", tmp_path / "prefixes", stdin=lines)
    found = ended.out.splitlines()
    assert ended.code == 0 and set(found[::3]) == {expected[0]} and set(found[2::3]) == {expected[2]}
    assert len(set(found[1::3])) == 1 and found[1].startswith("die")
    ended = translate("--prefix-file", tmp_path / "prefixes", stdin=lines[: lines.index(b"\n") + 1])
    assert ended.code == 2 and "has 1200 lines for 1 sentences" in ended.err
    (tmp_path / "prefixes").write_text("\ndie Hunde\n" * 600, encoding="utf-8")
    ended = translate("--prefix-file", tmp_path / "prefixes", "--forbid", "die", stdin=lines)
    assert "line 2: no translation" in ended.err and ended.out == f"{expected[0]}\n"


def test_rules_for_all_translations(translate, tiny_run):
    """The command finds what the same rules give in Python, and its ids obey them; the free translation breaks two."""
    translator = minitrans.load(tiny_run.path)
    free, target = translator.trace(SENTENCES[0]).target_ids, translator.tokenizer.target
    pieces = target.words(range(len(target)))
    words = partial(without_words, ["Hund"], pieces)
    for flags, constraints, obeyed in (
        (["--min-length", 20], dict(min_length=20), lambda ids: len(ids) >= 20),
        (["--forbid", "Hund"], dict(words=words), lambda ids: "Hund" not in re.findall(r"\w+", target.decode(ids))),
        (["--no-repeat", 1], dict(no_repeat=1), lambda ids: len(set(ids)) == len(ids)),
    ):
        translator.constraints = Constraints(**constraints)
        trace = translator.trace(SENTENCES[0])
        assert obeyed(trace.target_ids) and (not obeyed(free) or flags[0] == "--no-repeat")
        assert translate(*flags, SENTENCES[0]).out == f"{trace.translation}\n"
    short = translate("--min-length", 1000, "--max-extra", 3, SENTENCES[0])  # the longest length is less
    assert short.code == 0 and "1 of 1 translations reached" in short.err


def test_alignments_in_the_format_of_pharaoh(translate, tiny_run, expected):
    """The word of the source with most of the mean cross-attention of the last layer, by loops over the pieces"""
    stdin = f"{SENTENCES[0]}\n\n".encode()
    text, pairs = translate("--alignments", stdin=stdin).out.splitlines()[0].split(" ||| ")
    maps = minitrans.load(tiny_run.path).attention(SENTENCES[0], text)
    best = []
    for j in range(len(text.split())):
        weights = np.zeros(len(SENTENCES[0].split()))
        for t, row in enumerate(maps["cross"][-1].mean(axis=0)):
            for s, weight in enumerate(row):
                places = [
                    sum(p.startswith("▁") for p in maps[side][: k + 1]) - 1
                    for side, k in (("target", t), ("source", s))
                ]
                if places[0] == j and "</s>" not in (maps["target"][t], maps["source"][s]):
                    weights[places[1]] += weight
        best.append(f"{weights.argmax()}-{j}")
    assert text == expected[0] and pairs.split() == best
    _, blank, one_word = translate("--alignments", stdin=stdin + "the\u2581dog\n".encode()).out.splitlines()
    assert blank == " ||| " and {pair.split("-")[0] for pair in one_word.split(" ||| ")[1].split()} == {"0"}
    rows = translate("--alignments", "--nbest", 2, stdin=stdin).out.splitlines()
    assert rows[0].startswith(f"0 ||| {text} ||| ") and rows[0].endswith(f" ||| {pairs}")


def test_a_dash_is_standard_input(translate, tmp_path, expected):
    lines, prefixes = (
        "".join(line + "\n" for line in each).encode() for each in (SENTENCES, map(first_word, expected))
    )
    assert translate("--input", "-", stdin=lines).out.splitlines() == expected
    (tmp_path / "lines").write_bytes(lines)
    ended = translate("--input", tmp_path / "lines", "--prefix-file", "-", stdin=prefixes)
    assert ended.out.splitlines() == expected


def first_word(line):
    return line.split()[0]


def test_a_reader_that_goes_away_is_no_traceback(tiny_run, expected):
    """`minitrans translate < many lines | head -1`"""
    program = [sys.executable, "-m", "minitrans", "translate", "--run", str(tiny_run.path)]
    pipe = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with subprocess.Popen(program, **pipe) as process:
        process.stdin.write(f"{SENTENCES[1]}\n".encode() * 600)
        process.stdin.flush()
        assert process.stdout.readline() == f"{expected[1]}\n".encode()
        process.stdout.close()
        process.stdin.write(f"{SENTENCES[1]}\n".encode() * 3000)
        process.stdin.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.slow
def test_readers_beside_a_trainer(tiny_corpus, tmp_path, monkeypatch):
    """A trainer replaces its checkpoints all the time; readers of the run still get whole ones, and their mean."""
    monkeypatch.chdir(tmp_path)
    flags = "--steps 400 --valid-steps 100 --checkpoint-steps 1 --keep 2 --average 2".split()
    program = [sys.executable, "-m", "minitrans.train", "--out", "run", *map(str, [*tiny_corpus, *flags])]
    opened, run = [], Run("run")
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            if run.path.exists() and len(run.checkpoints()) == 2:
                with ThreadPoolExecutor(2) as readers:
                    for model in readers.map(lambda _: minitrans.load("run", max_extra=1), range(2)):
                        assert len(model.translate(SENTENCES)) == 3
                        opened.append(model.model.flat.sum())
    assert process.returncode == 0 and len(set(opened)) > 5


def test_a_sentence_does_not_wait_for_what_it_does_not_need():
    """matplotlib is imported only for pictures, because that takes longer than translating."""
    names = "{'matplotlib', 'minitrans.interchange', 'minitrans.cuda'}"
    script = f"import sys, minitrans.commands.translate, minitrans.commands.evaluate; print({names} & {{*sys.modules}})"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "set()\n"


def test_an_ensemble(translate, command, tiny_run, tmp_path):
    """A run with itself translates as it does alone; with another run, whose weights are noisy, the scores differ."""
    sentence = "the dog sees trees."
    _, alone, _ = translate(sentence, "--nbest", 3)
    assert translate(sentence, "--nbest", 3, "--ensemble", tiny_run.path).out == alone
    noisy = shutil.copytree(tiny_run.path, tmp_path / "noisy")
    run = Run(noisy)
    model = minitrans.load(noisy).model
    model.flat += np.random.default_rng(1).normal(0, 0.02, model.flat.shape)
    write_checkpoint(run.newest()[0], model, Adam(model.flat), run.tokenizer, {})
    both = translate(sentence, "--nbest", 3, "--ensemble", tiny_run.path, "--ensemble", noisy, "--average", 1)
    assert both.code == 0 and both.out != alone and len(both.out.splitlines()) == 3
    split = "--run", tiny_run.path, "--ensemble", tiny_run.path
    assert command("evaluate", *split).out.splitlines()[0] == command("evaluate", *split[:2]).out.splitlines()[0]


def test_what_an_ensemble_cannot_do(translate, command, tiny_run, tmp_path):
    ended = translate("the dog", "--ensemble", MODEL)
    assert (ended.code, ended.out) == (2, "") and "another vocabulary" in ended.err and len(ended.err.splitlines()) == 1
    ended = translate("--alignments", "--input", "none", "--ensemble", tiny_run.path)
    assert ended.code == 2 and "no attention" in ended.err
    ended = command("translate --model x/y --ensemble", tiny_run.path, "the dog")
    assert ended.code == 2 and "--ensemble is" in ended.err
    ended = command("evaluate --run", tiny_run.path, "--ensemble", tiny_run.path, "--perplexity")
    assert ended.code == 2 and "leave out --ensemble" in ended.err
    assert translate("the dog", "--ensemble", tmp_path / "none").code == 2
    assert "one run" in str(pytest.raises(UserError, minitrans.load, []).value)
