"""The command that writes the page of all numbers.  tests/views/test_numbers_page.py opens it."""

import pytest


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("minitrans.views.numbers_page.STEPS", 4)


def test_it_writes_one_file(command, elsewhere, tmp_path):
    assert command("numbers").out == "numbers.html\n"
    assert [path.name for path in tmp_path.iterdir()] == ["numbers.html"]
    assert command("numbers -o lesson.html").out == "lesson.html\n"
    assert (tmp_path / "lesson.html").read_bytes() == (tmp_path / "numbers.html").read_bytes()


@pytest.mark.parametrize(("arguments", "named"), [(["-o", "a.txt"], ".html file"), (["a dog"], "too many")])
def test_bad_input(command, elsewhere, tmp_path, arguments, named):
    assert named in command("numbers", *arguments).error
    assert list(tmp_path.iterdir()) == []
