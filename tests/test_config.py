"""The configuration: presets, what is refused, its file, and its flags."""

import dataclasses
import json
import re

import pytest

from minitrans.cli.arguments import add_config_flags, command_parser, config_overrides
from minitrans.config import Config
from minitrans.errors import UserError
from minitrans.recipes import PRESETS, preset

FIELDS = [field.name for field in dataclasses.fields(Config)]


def refusal(function, *arguments, **fields):
    with pytest.raises(UserError) as caught:
        function(*arguments, **fields)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_valid(name):
    config = preset(name)
    for field, value in PRESETS[name].items():
        assert getattr(config, field) == value
    assert preset(name, seed=7) == dataclasses.replace(config, seed=7)


def test_base_and_big_are_those_of_table_3():
    base, big = preset("base"), preset("big")
    shape = [(c.layers, c.d_model, c.d_ff, c.heads, c.dropout, c.label_smoothing, c.steps) for c in (base, big)]
    assert shape == [(6, 512, 2048, 8, 0.1, 0.1, 100_000), (6, 1024, 4096, 16, 0.3, 0.1, 300_000)]
    assert (base.warmup, base.vocabulary, base.batch_tokens, base.beam, base.alpha) == (4000, 37_000, 25_000, 4, 0.6)
    assert (base.norm, base.positions, base.share_embeddings) == ("post", "sinusoidal", True)


def test_unknown_preset():
    message = refusal(preset, "huge")
    assert "huge" in message and all(name in message for name in PRESETS)


def test_d_model_must_be_divisible_by_heads_unless_d_k_and_d_v_are_given():
    message = refusal(Config, d_model=100, heads=8)
    assert "--d-model 100" in message and "--heads 8" in message and "--d-k" in message
    refusal(Config, d_model=100, heads=8, d_k=16)
    assert Config(d_model=100, heads=8, d_k=16, d_v=12).d_v == 12


OUT_OF_RANGE = [
    *[(name, 0) for name in "layers d_model d_ff heads d_k d_v vocabulary max_length batch_tokens accumulate".split()],
    *[(name, 0) for name in "warmup steps shards log_steps valid_steps checkpoint_steps keep average beam".split()],
    *[(name, value) for name in ("dropout", "attention_dropout", "label_smoothing") for value in (-0.1, 1.0, 1.5)],
    *[(name, value) for name in ("rate", "minutes", "checkpoint_minutes") for value in (0.0, -1.0)],
    *[(name, -1) for name in ("layers", "seed", "max_extra", "alpha", "clip")],
    *[("attention_radius", value) for value in (0, -1)],
    *[(name, 10**7) for name in "layers d_model d_ff heads d_k d_v vocabulary max_length shards beam".split()],
    ("accumulate", 10**7),
    *[(name, 10**30) for name in ("batch_tokens", "max_extra", "steps")],
    ("patience", 0),
    ("alpha", 1e308),
    ("rate", float("inf")),
    ("alpha", float("nan")),
    ("rate", float("nan")),
]


@pytest.mark.parametrize("name, value", OUT_OF_RANGE)
def test_out_of_range(name, value):
    message = refusal(Config, **{name: value})
    assert message.startswith(f"--{name.replace('_', '-')} must be ") and str(value) in message


WRONG_TYPE = [
    ("layers", "six"),
    ("layers", 6.0),
    ("layers", True),
    ("layers", None),
    ("d_k", "64"),
    ("minutes", "3"),
    ("dropout", "0.1"),
    ("dropout", False),
    ("share_embeddings", 1),
    ("norm", "middle"),
    ("norm", None),
    ("backend", "torch"),
    ("dtype", ["float32"]),
]


@pytest.mark.parametrize("name, value", WRONG_TYPE)
def test_wrong_type_names_the_field(name, value):
    message = refusal(Config, **{name: value})
    assert message.startswith(f"--{name.replace('_', '-')} must be ") and repr(value) in message


def test_an_integer_will_do_for_a_float():
    assert Config(dropout=0, rate=2, minutes=3, alpha=1).minutes == 3


def test_save_and_load(tmp_path):
    path = tmp_path / "config.json"
    config = Config(layers=2, d_model=48, heads=4, d_k=10, minutes=1.5, norm="pre", share_embeddings=False)
    config.save(path)
    assert Config.load(path) == config
    assert list(json.loads(path.read_text())) == FIELDS


BROKEN = {
    "not json": ("{layers: 6", "not a configuration"),
    "not an object": ("[1, 2]", "not a configuration"),
    "empty": ("", "not a configuration"),
    "unknown field": ('{"layer": 6}', "'layer'"),
    "wrong type": ('{"layers": "six"}', "--layers must be int, got 'six'"),
    "wrong choice": ('{"norm": "middle"}', "--norm must be post or pre, got 'middle'"),
    "out of range": ('{"dropout": 2}', "--dropout must be"),
    "not divisible": ('{"heads": 7}', "--heads 7"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named(name, tmp_path):
    path = tmp_path / "config.json"
    text, part = BROKEN[name]
    path.write_text(text)
    message = refusal(Config.load, path)
    assert message.startswith(f"{path}: ") and part in message


def test_a_file_that_is_not_text_or_not_there(tmp_path):
    path = tmp_path / "config.json"
    assert str(path) in refusal(Config.load, path)
    path.write_bytes(b"\xff\xfe\x00")
    assert str(path) in refusal(Config.load, path)


# Flags


def parsed(*flags, names=None):
    made = command_parser("test", "A test.")
    add_config_flags(made, names)
    return config_overrides(made.parse_args(flags))


def test_every_field_has_a_flag_with_help():
    made = command_parser("test", "A test.")
    add_config_flags(made)
    helps = {action.dest: (action.option_strings, action.help) for action in made._actions}
    for name in FIELDS:
        strings, text = helps[name]
        assert f"--{name.replace('_', '-')}" in strings and text
    assert helps["layers"][1] == "N, number of encoder layers and of decoder layers"
    assert helps["alpha"][1] == "exponent of the length penalty ((5 + length) / 6)^alpha"


def test_flags_become_fields_of_the_right_type():
    assert parsed() == {}
    flags = "--layers 2 --d-k 16 --dropout 0.25 --minutes 3 --norm pre --no-share-embeddings --dtype float64"
    found = parsed(*flags.split())
    expected = dict(layers=2, d_k=16, dropout=0.25, minutes=3.0, norm="pre", share_embeddings=False, dtype="float64")
    assert found == expected
    assert {name: type(value) for name, value in found.items()} == {n: type(v) for n, v in expected.items()}
    assert parsed("--share-embeddings") == {"share_embeddings": True}


@pytest.mark.parametrize(
    "flags", [["--layers", "six"], ["--layers", "2.5"], ["--norm", "middle"], ["--layer-norm", "1"]]
)
def test_wrong_flags_end_with_code_2(flags, capsys):
    with pytest.raises(SystemExit) as caught:
        parsed(*flags)
    assert caught.value.code == 2 and flags[0] in capsys.readouterr().err


def test_a_command_can_take_some_of_the_flags(capsys):
    assert parsed("--beam", "2", names=("beam", "alpha")) == {"beam": 2}
    with pytest.raises(SystemExit):
        parsed("--layers", "2", names=("beam", "alpha"))


@pytest.mark.parametrize("name", ["train", "evaluate"])
def test_help(command, name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    ended = command(name, "--help")
    assert ended.code == 0 and ended.err == ""
    flags = set(re.findall(r"(?<!\S)--[a-z-]+", ended.out))
    own = {
        "train": {"--corpus", "--data-root", "--train-src", "--test-tgt", "--out", "--resume", "--preset"},
        "evaluate": {"--run", "--split", "--src", "--ref", "--metric", "--lowercase-tokenized", "--average", "--beam"},
    }
    fields = {f"--{field.replace('_', '-')}" for field in FIELDS}
    assert own[name] | (fields if name == "train" else set()) <= flags
    assert f"python -m minitrans.{name} --" in ended.out  # the examples


@pytest.mark.parametrize("name", ["train", "evaluate"])
def test_version(command, name):
    ended = command(name, "--version")
    assert ended.code == 0 and re.fullmatch(r"minitrans \d+\.\d+\.\d+\n", ended.out)
