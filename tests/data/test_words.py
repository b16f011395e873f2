"""What counts as a word and as a sentence.  tests/views/test_translate_page.py asks the page about the same lines."""

import pytest

from minitrans.data.words import sentences, words

LINES = [
    ("", 0),
    ("...", 1),
    ("The dog sleeps.", 1),
    ("The old man buys a bicycle. The dog sleeps.", 2),
    ("He ran! Why? Nobody knows… The end", 4),
    ("“Stop.” (She stopped.) «Oui.» ¿Qué?", 4),
    ("Der Hund schläft . Die Katze frisst .", 2),
    ("Собака спит. Кошка ест.", 2),
    ("זה כלב. זה חתול.", 2),
    ("I don't. She does.", 2),
    ("Mr. Smith, Mrs. Jones and Dr. Brown (St. Louis, U.S. Army) met Prof. Green.", 1),
    ("Am 3. Oktober kommt J. S. Bach, z. B. Nr. Fünf, z.B. Sechs, bzw. Sieben.", 1),
    ("it costs 3.50 at example.com. and so on", 1),
    ("Version 2.0 is out.Now", 1),
    ("In 1990. The end.", 2),
    ("犬が眠る。猫が食べる。", 2),
    ("すごい！「本当？」はい。", 3),
]


@pytest.mark.parametrize(("line", "count"), LINES)
def test_sentences(line, count):
    assert sentences(line) == count


def test_words():
    assert (
        words("THE dog’s o'clock, (well-known) 3 ☃ bi\u00adcycle.") == "THE dog’s o'clock well-known 3 bicycle".split()
    )
    assert words("बिल्ली सोती है।") == ["बिल्ली", "सोती", "है"]
    assert words("私は dog が好きです。") == ["dog"]  # no blank says where a word ends
