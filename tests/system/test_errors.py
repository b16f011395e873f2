"""What the user is told is one line, whatever it quotes."""

from minitrans.system.errors import UserError


def test_a_message_is_one_line():
    assert str(UserError("a file\nwith an odd\n\nname: no such file")) == "a file\\nwith an odd\\n\\nname: no such file"
    assert str(UserError("plain")) == "plain"
