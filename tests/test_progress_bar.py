"""The progress bar is drawn, or says in one line why it cannot be."""

import sys


def test_a_progress_bar_that_does_not_start_makes_no_run(command, tiny_corpus, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    ended = command("train", "--out", tmp_path / "run", *tiny_corpus)
    assert ended.code == 2 and "the progress bar cannot be drawn" in ended.err and not (tmp_path / "run").exists()


def test_settings_of_the_progress_bar_that_cannot_work(script):
    for name, value in (("MININTERVAL", "abc"), ("NCOLS", "x"), ("FILE", "x")):
        body = "import sys; sys.stderr.isatty = lambda: True\n"
        body += "from minitrans.progress_bar import progress_bar; progress_bar([])"
        code, out, told = script(body, environment={f"TQDM_{name}": value})
        assert (code, out, told.count("\n")) == (2, "", 1)
        assert told.startswith("error: the progress bar cannot be drawn (") and "unset the variables TQDM_" in told
