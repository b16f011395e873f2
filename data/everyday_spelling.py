"""Sentences as people type them: contractions, American spelling, no capital, no full stop."""

import re
from collections.abc import Callable

from everyday_lists import split

AMERICAN = split(
    "avourite/avorite olour/olor eighbour/eighbor mum/mom Mum/Mom ravell/ravel heatre/heater grey/gray "
    "ractis/ractic rogramme/rogram"
)
NEGATED = "do does did is are was were have has could should would must"
LONG_FORMS = {"won't": "will not", "can't": "can not", "cannot": "can not", "n't": " not", "'m": " am", "'re": " are"}
LONG_FORMS |= {"'ll": " will", "'d": " would", "'ve": " have", "'s": " is", "let is": "let us"}
WITH_IS = "he she it that what where who there"


def choice(words: str):
    """A group that matches one of these words, with or without a capital."""
    return "(" + "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in words.split()) + ")"


def short_verbs(text: str):
    """I'm, you're, it's, I'll, I'd like; but not at the end: "what time it is" """
    text = re.sub(r"\bI am(?= \w)", "I'm", text)
    text = re.sub(rf"\b{choice('you we they')} are(?= \w)", r"\1're", text)
    text = re.sub(rf"\b{choice(WITH_IS)} is(?= \w)", r"\1's", text)
    text = re.sub(rf"\b{choice('I you we they he she it')} will\b(?! not)", r"\1'll", text)
    return re.sub(rf"\b{choice('I you we they he she')} would like\b", r"\1'd like", text)


def short_negations(text: str):
    """Don't, isn't, can't, won't; with a subject between: "don't you"."""
    subject = "( (?:I|you|he|she|it|we|they))?"
    text = re.sub(rf"\b({NEGATED.replace(' ', '|')}){subject} not\b", r"\1n't\2", text, flags=re.I)
    text = re.sub(rf"\b([Cc])an{subject} ?not\b", r"\1an't\2", text)
    return re.sub(r"\b([Ww])ill not\b", r"\1on't", text)


def contracted(text: str, verbs_first: bool):
    """ "You're not" if the verbs are shortened first, otherwise "you aren't"."""
    if verbs_first:
        return short_negations(short_verbs(text))
    return short_verbs(short_negations(text))


def expanded(text: str):
    """The contractions written out: "I'm" is "I am", "can't" is "can not". "Peter's" becomes "Peter is", too."""
    for short, long in LONG_FORMS.items():
        text = text.replace(short, long)
    return text


def without_capital(text: str):
    return text[0].lower() + text[1:]


def varied(en: str, de: str, random: Callable[[], float]):
    """Half of all sentences are contracted; some lack the full stop, the capital or the apostrophe."""
    if random() < 0.5:
        en = contracted(en, random() < 0.5)
    if random() < 0.35:
        for british, american in AMERICAN:
            en = en.replace(british, american)
    draw = random()
    if draw < 0.09:
        en, de = en.rstrip(".!?"), de.rstrip(".!?")
        if draw < 0.06:
            en = en.lower() if draw < 0.04 else without_capital(en)
            en = en.replace("'", "") if draw < 0.02 else en
    elif draw < 0.13:
        en = en.lower() if draw < 0.11 else without_capital(en)
    elif draw < 0.15 and en.endswith("."):
        en, de = en[:-1] + "!", de[:-1] + "!"
    return en, de
