"""Without --preset the size of the text chooses model and settings; each flag counts more."""

from itertools import product
from math import inf

import pytest

from minitrans.commands.recipe import recipe, size
from minitrans.config import Config
from minitrans.config.presets import RECIPES, preset

ROWS = RECIPES["translate"]


@pytest.fixture
def text(tmp_path):
    """text(pairs, words) -> the files of a text with so many pairs and different words in the source"""

    def write(pairs, words):
        lines = [f"w{i % words} x" if words > 1 else "x" for i in range(pairs)]
        for name in ("a", "b"):
            (tmp_path / name).write_text("\n".join(lines) + "\n")
        return dict(train=[tmp_path / "a", tmp_path / "b"])

    return write


def test_the_rows_grow():
    """And each is a configuration that works."""
    for rows in RECIPES.values():
        pairs = [pairs for pairs, words in rows if words == inf]
        assert pairs == sorted(pairs) and [*rows][-1] == (inf, inf)
        assert [Config(**settings) for settings in rows.values()]


@pytest.mark.parametrize(
    "pairs, words, row",
    [
        (5_000, 1, (5_000, inf)),
        (5_001, 3_499, (100_000, 3_500)),
        (5_001, 3_500, (50_000, inf)),  # with "x" they are 3,501
        (100_001, 1, (500_000, inf)),
    ],
)
def test_the_row_is_that_of_the_size(text, pairs, words, row):
    found, said = recipe(text(pairs, words), {})
    assert found == ROWS[row]
    assert said.startswith(f"{pairs:,} pairs, ") and f"up to {row[0]:,} pairs" in said
    assert f"--d-model {found['d_model']} " in said and said.endswith(f"--cooldown {found.get('cooldown', 0.0)}")


def test_beyond_the_table_is_the_papers_base(text, monkeypatch):
    monkeypatch.setitem(RECIPES, "translate", {(3, inf): ROWS[5_000, inf], (inf, inf): ROWS[inf, inf]})
    settings, said = recipe(text(4, 1), {})
    assert Config(**settings) == preset("base") and said.startswith("more than 3 pairs, ")


def test_minutes_decide_on_the_steps_alone(text):
    short, whole = (recipe(text(50, 2), overrides)[0] for overrides in (dict(minutes=9), {}))
    assert short == whole | dict(steps=Config.steps, patience=None)


def test_many_characters_need_many_pieces(text):
    files = text(50, 2)
    files["train"][1].write_text("\n".join(chr(0x4E00 + 100 * i + j) * 2 for i, j in product(range(50), [0])))
    assert recipe(files, {})[0]["vocabulary"] == 4000
    characters = [chr(0x4E00 + i) for i in range(5000)]
    files["train"][1].write_text("\n".join("".join(characters[i::50]) for i in range(50)))
    assert recipe(files, {})[0]["vocabulary"] == 2 * (5000 + len("w01x "))


def test_only_as_many_pairs_are_read_as_the_table_needs():
    lines = iter([("a b", "c"), None, ("b", "d"), ("e", "f")])
    assert size(lines, 2) == (2, 2, 5) and next(lines) == ("e", "f")


def test_trees_have_rows_of_their_own(tmp_path, refusal):
    trees = tmp_path / "a.mrg"
    trees.write_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    assert recipe(dict(train=[trees]), {})[0] == RECIPES["parse"][50_000, 3_500]
    assert "--task translate: " in refusal(recipe, dict(train=[trees]), dict(task="translate"))
