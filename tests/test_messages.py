"""tests/messages.txt has what users read, and the other tests do not repeat it."""

import ast
import difflib
import re

import pytest

from . import messages


def test_the_file_has_every_sentence():
    kept, now = messages.FILE.read_text(encoding="utf-8"), messages.written()
    changes = difflib.unified_diff(kept.splitlines(), now.splitlines(), lineterm="", n=0)
    assert not list(changes), "python tests/messages.py writes it anew"


@pytest.mark.parametrize(
    "code, found",
    [
        ('raise Wrong(f"{path}: has {len(lines)} lines " "and no end")', ["{path}: has {...} lines and no end"]),
        ('say("one of two" if x else f"{self.name} is not here")', ["one of two", "{name} is not here"]),
        ("f'one of {join(names or \"no name at all\")} here'", ["one of {...} here", "no name at all"]),
        ('"""Says what it is."""\nparser(__doc__)', ["Says what it is."]),
        ('"""Says what it is."""\ndef f():\n    """It does a thing."""', []),
        ('Edit("the sum is wrong", ("as a b c", "d e f g"), "it shows the mistake")',
         ["the sum is wrong", "it shows the mistake"]),
        ('"one of these names".split(), "x is not y", "two words"', []),
    ],
)  # fmt: skip
def test_what_a_sentence_is(code, found):
    assert list(messages.sentences(ast.parse(code))) == found


@pytest.mark.parametrize(
    "call",
    [
        "translate --beam 0 dog",
        "train --corpus nowhere",
        "evaluate --run none",
        "score --src none --tgt none",
        "grade none.py",
        "draw nothing",
        "convert nobody --out x",
        "watch none",
    ],
)
def test_what_a_command_says_is_there(command, elsewhere, call):
    name, *flags = call.split()
    error = command(name, *flags).err.splitlines()[-1]
    lines = messages.FILE.read_text(encoding="utf-8").splitlines()
    patterns = [re.sub(r"\\{[.\w\\]+\\}", ".*", re.escape(line)) for line in lines if line]
    assert any(re.search(pattern, error) for pattern in patterns), error
