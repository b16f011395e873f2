"""Every message is one line that is safe for a terminal, whatever it quotes."""

import re

import pytest

from minitrans.system.errors import LONGEST, UserError, in_markdown, plain, say


def test_a_message_is_one_line():
    assert str(UserError("a file\nwith an odd\n\nname: no such file")) == "a file\\nwith an odd\\n\\nname: no such file"
    assert str(UserError("plain")) == "plain"


HOSTILE = "\x1b]0;owned\x07 \x1b[2J \r \x00 \x9b2J \x7f \u202e \u2066 \u200f \u2028 \ufeff".split(" ")


@pytest.mark.parametrize("text", HOSTILE)
def test_control_characters_are_shown_as_escapes(text, capsys):
    say(f"a{text}b")
    for seen in (str(UserError(f"a{text}b")), plain(f"a{text}b"), capsys.readouterr().err.rstrip("\n")):
        assert seen.isprintable() and seen[0] == "a" and seen[-1] == "b" and "\\" in seen
    assert plain("größer – 木 👍\tx\ny\r\nz") == "größer – 木 👍\tx\ny\nz"


def test_a_message_that_quotes_a_whole_file_is_cut():
    message = str(UserError("x.json: " + "y" * 10**6 + ": remove it"))
    assert message.startswith("x.json: y") and message.endswith("y: remove it") and len(message) < LONGEST


MARKUP = ["<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "`a`", "a|b", "a\\|b", "a\\"]


@pytest.mark.parametrize("name", MARKUP)
def test_a_name_is_no_markup(name):
    """What Markdown reads of it is the name: a backslash before a mark makes it a plain one."""
    text = in_markdown(name)
    assert re.sub(r"\\([\\|<\[`])", r"\1", text) == name and not re.search(r"(?<!\\)(\\\\)*[|<`[]", text)
