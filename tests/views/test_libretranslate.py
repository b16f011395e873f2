"""The server as the clients of LibreTranslate know it."""

import threading

import pytest

import minitrans
from minitrans.views.libretranslate import LibreTranslate

TEXT = "the dog sees trees.\n\nshe likes books."


@pytest.fixture(scope="module")
def api(tiny_run):
    return LibreTranslate(minitrans.load(tiny_run.path), ["en", "de"], threading.Lock())


def test_lines_of_texts_are_translated_as_in_a_file(api, capsys):
    first, second = api.translator.search([TEXT.splitlines()[0], TEXT.splitlines()[2]], nbest=3)
    expected = [f"{a}\n\n{b}" for (_, a), (_, b) in zip(first, second, strict=True)]
    one = api.translate(dict(q=TEXT, source="en", target="de", alternatives=2))
    assert one == dict(translatedText=expected[0], alternatives=expected[1:])
    many = api.translate(dict(q=[TEXT, "", "she sees"], source="auto", target="de", alternatives="2"))
    assert many["translatedText"][:2] == [expected[0], ""] and len(many["alternatives"]) == 3
    assert many["alternatives"][0] == expected[1:]
    assert api.translate(dict(q=TEXT)) == dict(translatedText=expected[0])
    assert capsys.readouterr().err.startswith("POST /translate: 3 lines, ")


def test_languages(api):
    assert [(each["code"], each["targets"]) for each in api.languages({})] == [("en", ["de"]), ("de", [])]
    unknown = LibreTranslate(api.translator, [], threading.Lock())
    assert unknown.translate(dict(q="she", source="ja", target="pt")).keys() == {"translatedText"}


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        (dict(), "q"),
        (dict(q=["a", 1]), "q"),
        (dict(q="a", target="fr"), "target: fr"),
        (dict(q="a", source="de"), "source: de"),
        (dict(q="a", format="html"), "format: html"),
        (dict(q="a", alternatives=11), "alternatives: 11"),
        (dict(q="a", alternatives=-1), "alternatives: -1"),
        (dict(q="a\n" * 1001), "1,001 lines"),
        (dict(q="the " * 2000), "pieces"),
    ],
)
def test_what_cannot_be_answered(api, fields, word, refusal):
    assert word in refusal(api.translate, fields)
