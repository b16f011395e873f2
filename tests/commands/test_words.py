"""For a wrong name of any kind, the error suggests the one that was probably meant."""

from collections import defaultdict
from functools import partial
from pathlib import Path

import pytest

from minitrans.__main__ import NAMES, answer
from minitrans.commands.grading import find
from minitrans.commands.words import OF_TRAIN, WORDS
from minitrans.config.presets import PRESETS, preset
from minitrans.data.catalog import CORPORA, corpus
from minitrans.grading.exercises import EXERCISES
from minitrans.runs.run import Run
from minitrans.system.errors import UserError


def typos(name):
    """The one-letter mistakes: a letter left out, twice, another one, exchanged with its neighbour"""
    for i in range(2 * name.startswith("--"), len(name)):
        a, b, c = name[:i], name[i], name[i + 1 :]
        yield from (a + c, a + b + b + c, a + ("q" if b != "q" else "z") + c, a + c[:1] + b + c[1:])


def check_typos(refused, names):
    """Each fourth typo is answered with a name of which it is one; argparse takes the start of a flag for the flag."""
    whole, of = {each[:end] for each in names for end in range(2, len(each) + 1)}, defaultdict(set)
    for name in names:
        for typo in typos(name):
            of[typo].add(name)
    for typo in (tried := sorted(of.keys() - whole)[::4]):
        found = refused(typo)
        assert found in of[typo] or len(typo) < 4 or typo[:3] == "---", (typo, of[typo], found)
    return len(tried)


def meant(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)
    return caught.value.meant


def test_a_typo_of_a_flag_or_a_choice_is_answered(parsers):
    count = 0
    for _, parser in parsers():
        flags = [each for each in parser._option_string_actions if each.startswith("--")]
        if not parser._subparsers:
            count += check_typos(partial(meant, lambda typo, parser=parser: parser.parse_known_args([typo])), flags)
        for action in filter(lambda action: action.choices, parser._actions):
            count += check_typos(partial(meant, parser._check_value, action), [*action.choices])
    assert count > 1500


def test_a_typo_of_a_name_is_answered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for run in (runs := ["base-1", "small", "toy-20261127"]):
        Path(run, "checkpoints").mkdir(parents=True)
    for names, call in (CORPORA, corpus), (PRESETS, preset), (EXERCISES, find), (NAMES, answer), (runs, Run.open):
        check_typos(partial(meant, call), [*names])


def test_the_words_of_other_programs_are_answered(parsers):
    """Each with what minitrans calls it, where the command has that flag; elsewhere the answer names `train`."""
    for _, parser in parsers("train", "translate", "evaluate", "score"):
        flags, answered = {*parser._option_string_actions}, []
        for ours, other in ((ours, f"--{each}") for ours, (_, words) in WORDS.items() for each in words.split()):
            if any(flag.startswith(other) for flag in flags) or other in answered:
                continue
            with pytest.raises(UserError) as caught:
                parser.parse_known_args([other.replace("-", "_").replace("__", "--")])
            if ours in flags:
                assert caught.value.meant == ours
                answered.append(other)
            elif ours in OF_TRAIN and not caught.value.meant:
                assert ours in str(caught.value) and "minitrans train" in str(caught.value)


@pytest.mark.parametrize(
    "call, part",
    [
        *((f"{call} A dog runs.", '"A dog runs."') for call in ("translate", "view --beam 2", "parse", "draw heads")),
        *((f"{call} in.txt", "--input in.txt") for call in ("translate", "view", "parse", "draw heads")),
        *((f"{call} run", "--run run") for call in ("translate", "evaluate", "view", "score --src a --tgt b", "train")),
        ("translate empty", "--run"),
        ("view", 'minitrans view "'),
        ("convert", "minitrans convert Hel"),
        ("grading start", "minitrans grading start FOLDER"),
        ("convert empty --out x", "config.json"),
        ("train --train-src c --train-tgt b --valid-src in.txt --valid-tgt a", "c, b, a: no such file"),
        ("score --src b --tgt a", "b, a: no such file"),
        ("evaluate --src b --ref a", "b, a: no such file"),
        ("grade empty", "empty: is empty"),
        ("grade nothing.py", "nothing.py: is empty"),
    ],
)
def test_a_message_says_the_next_step(command, tmp_path, monkeypatch, call, part):
    monkeypatch.chdir(tmp_path)
    for folder in ("run", "empty"):
        Path(folder).mkdir()
    for file in ("in.txt", "nothing.py", "run/config.json"):
        Path(file).touch()
    ended = command(*call.split(" "))
    assert ended.code and part in ended.out + ended.err and "Traceback" not in ended.err
