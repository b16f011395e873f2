"""Our spelling rules inside a sentencepiece model, so that every program that uses an exported model applies them."""

import sys
from itertools import permutations, product
from unicodedata import normalize

from ..data.unicode import ODD, normalized


def portable(tokenizer):
    """-> the bytes of a sentencepiece model that cuts lines exactly as this tokenizer does

    sentencepiece replaces the longest text that has a rule.  So accents join a letter only if they make one character
    of it, and joiners go after the letters of the vocabulary that they do not shape, or if the vocabulary has none.
    """
    from sentencepiece import SentencePieceNormalizer, set_min_log_level  # not in a browser

    known, joiners = tokenizer.characters, [each for each in ODD if each in normalized(f"\u0628{each}\u0628")]
    right = {text: tokenizer.normalized(text) for text in spellings() if text not in joiners or text not in known}
    if all(text == spelling for text, spelling in right.items()):  # a published model has rules of its own
        return tokenizer.model
    for letter, joiner in product(known, joiners):
        right[letter + joiner] = normalized(letter + joiner + letter)[:-1]
    set_min_log_level(2)
    rules = SentencePieceNormalizer(norm_map=[item for item in right.items() if item[0] != item[1]])
    # Parts of a message of protobuf may follow each other: these rules are added to the model.
    return tokenizer.model + rules.serialized_model_proto()


def portable_models(tokenizer):
    """-> {name: bytes} of its sentencepiece model, or of those of both languages"""
    names = [name for name in tokenizer.files if not name.endswith(".json")]
    return {name: portable(side) for name, side in zip(names, (tokenizer, tokenizer.target), strict=False)}


def spellings():
    """Yield what may have another spelling: odd characters, and those with accents, joined and apart in any order."""
    for character in map(chr, range(1, sys.maxunicode + 1)):
        letter, *marks = apart = normalize("NFD", character)
        if apart == character and character not in ODD:
            continue
        yield character
        for order in permutations(marks):
            for count in range(len(marks)):
                yield normalize("NFC", letter + "".join(order[:count])) + "".join(order[count:])
