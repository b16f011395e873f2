"""Fields of the configuration have flags of their types, and flags that are wrong end with exit code 2."""

import re
from pathlib import Path

import pytest

from minitrans.commands.arguments import add_config_flags, command_parser, config_overrides
from minitrans.system.errors import UserError


def parsed(*flags, names=None):
    made = command_parser("test", "A test.")
    add_config_flags(made, names)
    return config_overrides(made.parse_args(flags))


def test_flags_become_fields_of_the_right_type():
    assert parsed() == {}
    flags = "--layers 2 --d-k 16 --dropout 0.25 --minutes 3 --norm pre --no-share-embeddings --dtype float64"
    found = parsed(*flags.split(), "--symbols", "<2de>", "<bt>")
    expected = dict(layers=2, d_k=16, dropout=0.25, minutes=3.0, norm="pre", share_embeddings=False, dtype="float64")
    expected |= dict(symbols=("<2de>", "<bt>"))
    assert found == expected
    assert {name: type(value) for name, value in found.items()} == {n: type(v) for n, v in expected.items()}
    assert parsed("--share-embeddings") == {"share_embeddings": True}


@pytest.mark.parametrize(
    "flags", [["--layers", "six"], ["--layers", "2.5"], ["--norm", "middle"], ["--layer-norm", "1"]]
)
def test_wrong_flags_are_named(flags, refusal):
    assert flags[0] in refusal(parsed, *flags)


def test_a_command_can_take_some_of_the_flags():
    assert parsed("--beam", "2", names=("beam", "alpha")) == {"beam": 2}
    with pytest.raises(UserError):
        parsed("--layers", "2", names=("beam", "alpha"))


def test_help_of_train_fits_a_screen(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    brief, whole = (command("train --help", *more) for more in ((), ("all",)))
    assert brief.out.count("\n") <= 45 and set(re.findall(r"--[a-z]\S+", brief.out)) <= {
        *re.findall(r"--[a-z]\S+", whole.out)
    }
    assert {"--corpus", "--out", "--steps", "--minutes", "--preset", "--backend"} <= {*brief.out.split()}


def test_of_a_flag_given_twice_the_last_counts(capsys):
    parser = command_parser("x", "")
    parser.add_argument("--run", type=Path)
    parser.add_argument("--beam", type=int)
    args = parser.parse_args("--beam 4 --run a --beam 8".split())
    assert args.beam == 8 and capsys.readouterr().err == ""
    parser = command_parser("x", "")
    parser.add_argument("--run", type=Path)
    assert parser.parse_args("--run a --run a".split()).run == Path("a") and capsys.readouterr().err == ""
    assert parser.parse_args("--run a --run b".split()).run == Path("b")
    assert "--run is given twice: using b, not a\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name, flags",
    [
        ("evaluate", "--src a --src b".split()),
        ("translate", "--input a --input b".split()),
        ("parse", "--input a --input b".split()),
    ],
)
def test_a_second_file_of_text_is_refused(command, name, flags):
    ended = command(name, *flags)
    assert ended.code == 2 and ended.err.startswith(f"error: {flags[0]} takes one file")
    assert ended.err.count("\n") == 1
