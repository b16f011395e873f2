"""Text that looks the same is the same, and nothing that can be seen changes."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitrans.data.marian_tokenizer import MarianTokenizer
from minitrans.data.tokenizer import NORMALIZED, Tokenizer
from minitrans.data.unicode import ODD, normalized
from minitrans.runs.run import MODEL

EVERY = [chr(i) for i in range(sys.maxunicode + 1)]
VISIBLE = ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN")  # of the format characters, signs that are drawn
# Of other categories, what Unicode lists as Default_Ignorable_Code_Point (DerivedCoreProperties.txt)
IGNORABLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
IGNORABLE += "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))


def invisible(character):
    category = unicodedata.category(character)
    drawn = unicodedata.name(character, "").startswith(VISIBLE) and character != "\u061c"  # Arabic letter mark
    return (category in ("Cc", "Cf") and not drawn and not character.isspace()) or character in IGNORABLE


def test_every_character_between_letters():
    """By the categories of Unicode: blanks become one, what is invisible goes, and all else has its canonical form."""
    for character in EVERY:
        if unicodedata.category(character) in ("Cn", "Cs"):
            continue
        if character.isspace() or character == "\u2800":
            right = "a b"
        elif invisible(character):
            right = "ab"
        else:
            right = unicodedata.normalize("NFC", f"a{character}b")
        assert normalized(f"a{character}b") == right, hex(ord(character))


@pytest.mark.parametrize(
    "text, right",
    [
        ("Ma\u0308nner", "M\u00e4nner"),
        ("a\u0302\u0323", "\u1ead"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("e\u200b\u0301", "\u00e9"),
        ("½ ﬁ Ａ ² ™ …", "½ ﬁ Ａ ² ™ …"),
        ("Auf\u200clage", "Auflage"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # Persian: other letters than without
        ("می\u200c\u200cخواهم\u200c ", "می\u200cخواهم "),
        ("ශ්\u200dරී", "ශ්\u200dරී"),  # Sinhala
        ("ന്\u200d", "ന്\u200d"),  # Malayalam, at the end of a word
        ("👩\u200d👧 ❤\ufe0f\u200d🔥", "👩\u200d👧 ❤\u200d🔥"),
        ("ᠨ\u180b\u180eᠠ", "ᠨ\u180b\u180eᠠ"),  # Mongolian
    ],
)
def test_letters(text, right):
    assert normalized(text) == right


@given(
    st.text(st.sampled_from([*sorted(ODD)[:70], *"\u200c\u200d\u180b مᠠ👩ae\u0301\u0323é"]), max_size=12) | st.text()
)
def test_twice_is_once(text):
    assert normalized(normalized(text)) == normalized(text)


def older(tokenizer):
    """The same pieces, as older versions have saved them"""
    return Tokenizer(tokenizer.model.removesuffix(NORMALIZED))


LINES = ["Qui est la\u00a0? Le caf\u00e9\u00a0!", "Le cafe\u0301 est la\u00a0: bon.", "le bon cafe\u0301 noir"] * 9


def test_new_pieces_are_learned_from_one_spelling():
    tokenizer = Tokenizer.train(LINES, 40)
    assert tokenizer.normalizes
    assert not {"\u00a0", "\u0301"} & set("".join(tokenizer.words(range(40))))
    assert Tokenizer.train(map(normalized, LINES), 40).model == tokenizer.model
    assert tokenizer.encode("cafe\u0301\u00a0!") == tokenizer.encode("caf\u00e9 !")
    assert tokenizer.decode(tokenizer.encode(LINES[0])) == "Qui est la ? Le caf\u00e9 !"


def test_an_older_vocabulary_keeps_the_spelling_it_was_learned_from(monkeypatch):
    with monkeypatch.context() as context:
        context.setattr("minitrans.data.tokenizer.normalized", lambda line: line)
        tokenizer = Tokenizer.train(LINES, 40)
    tokenizer = older(tokenizer)
    pieces = tokenizer.pieces.encode(LINES, out_type=str)
    assert list(map(tokenizer.split, LINES)) == pieces and "\u00a0" in "".join(pieces[0])
    assert tokenizer.split("cafe\u0301 😀\u00a0!") == tokenizer.pieces.encode("cafe\u0301 😀\u00a0!", out_type=str)
    assert tokenizer.split("caf\u200b\u00e9") == tokenizer.split("caf\u00e9")  # it does not know this one


def test_published_models_keep_their_own_rules():
    model = (MODEL / "tokenizer.model").read_bytes().removesuffix(NORMALIZED)
    tokenizer = MarianTokenizer(model, Tokenizer(model).words(range(1500)))
    assert tokenizer.split("a\u00a0dog") == tokenizer.cutter.encode("a\u00a0dog", out_type=str)
    own = MarianTokenizer(model + NORMALIZED, Tokenizer(model).words(range(1500)))
    assert own.split("a\u00a0dog") == own.split("a dog") and own.encode("a\u00a0dog") == own.encode("a dog")
