"""data.json says where the text of a run is; one line reports what is wrong in it."""

import json

import pytest

from minitrans.runs.text import Text


def test_files(tmp_path):
    assert Text(tmp_path).files == {}
    files = dict(train=["a.en", "a.de"], valid=["b.en", "b.de"])
    (tmp_path / "data.json").write_text(json.dumps(files))  # as older versions have written it
    assert Text(tmp_path).files == files


@pytest.mark.parametrize("content", ["[" * 100_000, "{}x", "[]", '{"test": 7}'])
def test_what_is_not_a_data_json(tmp_path, refusal, content):
    (tmp_path / "data.json").write_text(content)
    message = refusal(lambda: Text(tmp_path).files)
    assert f"{tmp_path}/data.json: does not" in message


def test_a_name_that_no_file_can_have(tmp_path, refusal):
    (tmp_path / "data.json").write_text(json.dumps(dict(sha256={"a\0b": ""})))
    assert f"{tmp_path}: the run's text " in refusal(Text(tmp_path).changed)
    assert not Text(tmp_path).may_be_shown("a\0b")
