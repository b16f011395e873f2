"""The configuration takes values that make sense, refuses others by name, and comes back from its file."""

import pytest

from minitrans.config import Config


def test_d_model_must_be_divisible_by_heads_unless_d_k_and_d_v_are_given(refusal):
    message = refusal(Config, d_model=100, heads=8)
    assert "--d-model 100" in message and "--heads 8" in message and "--d-k" in message
    refusal(Config, d_model=100, heads=8, d_k=16)
    assert Config(d_model=100, heads=8, d_k=16, d_v=12).d_v == 12


OUT_OF_RANGE = [
    *[(name, 0) for name in "layers d_model d_ff heads d_k d_v vocabulary max_length batch_tokens accumulate".split()],
    *[(name, 0) for name in "warmup steps shards log_steps valid_steps checkpoint_steps keep average beam".split()],
    *[(name, value) for name in ("dropout", "attention_dropout", "label_smoothing") for value in (-0.1, 1.0, 1.5)],
    *[(name, value) for name in ("rate", "minutes") for value in (0.0, -1.0)],
    *[(name, -1) for name in ("layers", "seed", "max_extra", "alpha", "clip", "patience", "checkpoint_minutes")],
    *[("attention_radius", value) for value in (0, -1)],
    *[(name, 10**7) for name in "layers d_model d_ff heads d_k d_v vocabulary max_length shards beam".split()],
    ("accumulate", 10**7),
    ("max_extra", 10**4 + 1),  # a search would not end
    *[(name, 10**30) for name in ("batch_tokens", "max_extra", "steps")],
    ("alpha", 1e308),
    ("rate", float("inf")),
    ("alpha", float("nan")),
    ("rate", float("nan")),
]


@pytest.mark.parametrize("name, value", OUT_OF_RANGE)
def test_out_of_range(refusal, name, value):
    message = refusal(Config, **{name: value})
    assert message.startswith(f"--{name.replace('_', '-')} must be ") and str(value) in message


WRONG_TYPE = [
    *[("layers", value) for value in ("six", 6.0, True, None)],
    *[("d_k", "64"), ("minutes", "3"), ("dropout", "0.1"), ("dropout", False), ("share_embeddings", 1)],
    *[("norm", "middle"), ("norm", None), ("backend", "torch"), ("dtype", ["float32"]), ("symbols", "<2de>")],
]


@pytest.mark.parametrize("name, value", WRONG_TYPE)
def test_wrong_type_names_the_field(refusal, name, value):
    message = refusal(Config, **{name: value})
    assert message.startswith(f"--{name.replace('_', '-')} must be ") and repr(value) in message


def test_what_cannot_be_a_symbol(refusal):
    for symbol in ("", "a\u00a0b", "▁x", "\u200b", "\ud800", "<unk>", ">>fr<<", "@e\u0301"):
        assert refusal(Config, symbols=["<2de>", "@é", symbol]).startswith("--symbols ")


def test_an_integer_will_do_for_a_float():
    assert Config(dropout=0, rate=2, minutes=3, alpha=1).minutes == 3


def test_the_budget_that_ends_first_decides_how_much_time_is_left():
    for minutes, left in (None, 200), (2.0, 70), (0.5, 0):
        assert Config(steps=1000, minutes=minutes).seconds_left(200, 50, pace=0.25) == left


def test_save_and_load(tmp_path):
    path = tmp_path / "config.json"
    config = Config(layers=2, d_model=48, heads=4, d_k=10, minutes=1.5, norm="pre", symbols=["<2de>", "e\u0301"])
    assert config.symbols == ("<2de>", "é")
    config.save(path)
    assert Config.load(path) == config


BROKEN = {
    "not json": ("{layers: 6", "not a configuration"),
    "not an object": ("[1, 2]", "not a configuration"),
    "too deep": ("[" * 100_000, "not a configuration"),
    "an integer too long": ("1" * 5000, ""),
    "empty": ("", "not a configuration"),
    "unknown field": ('{"layer": 6}', "'layer'"),
    "wrong type": ('{"layers": "six"}', "--layers must be int, got 'six'"),
    "not divisible": ('{"heads": 7}', "--heads 7"),
    "not text": (b"\xff\xfe\0", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named(refusal, name, tmp_path):
    path = tmp_path / "config.json"
    text, part = BROKEN[name]
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    message = refusal(Config.load, path)
    assert message.startswith(f"{path}: ") and part in message
