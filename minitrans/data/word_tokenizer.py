"""Words to integers for a parser: every word is one token, a rare one its class (Section 6.3)."""

from collections import Counter

from ..errors import UserError
from .ids import UNK
from .tokenizer import Tokenizer, sentencepiece_model

ENDINGS = "s", "ed", "ing", "ly", "er", "est", "ion", "al", "y"
CLASSES = "<1>", *(shape + ending for shape in ("<a>", "<A>", "<->") for ending in ("", *ENDINGS))


def word_class(word):
    """What an unknown word shows of its part of speech: a digit, or a hyphen or capital, and its ending."""
    if any(map(str.isdigit, word)):
        return "<1>"
    shape = "<->" if "-" in word else "<A>" if word[0].isupper() else "<a>"
    return shape + next((ending for ending in ENDINGS if word.endswith(ending)), "")


class WordTokenizer(Tokenizer):
    """One id a word, so that a word's position is its number.  Words that it does not know become classes of words."""

    @classmethod
    def train(cls, lines, vocabulary, symbols):
        """Know `symbols` (of trees), the classes, and the most frequent words of the lines, `vocabulary` in all.

        Words that are left over teach the classes.
        """
        fixed = [*symbols, *CLASSES]
        counts = Counter(word for line in lines for word in line.split())
        for symbol in fixed:
            counts.pop(symbol, None)
        least = UNK + 1 + len(fixed)  # the special ids come first
        if not least < vocabulary <= least + len(counts):
            raise UserError(
                f"--vocabulary {vocabulary} does not fit the training trees: choose {least + 1} to "
                f"{least + len(counts)}, with {least} for symbols and classes of rare words"
            )
        known = [word for word, _ in counts.most_common(vocabulary - least)]
        return cls(sentencepiece_model(fixed + known, vocabulary, model_type="word"))

    def encode(self, text):
        """A line of words and symbols, or a list of lines, to (lists of) ids."""
        if isinstance(text, str):
            return self.encode([text])[0]
        try:
            known = [" ".join(map(self.known, line.split())) for line in text]
        except (RuntimeError, TypeError):  # of a word that is not Unicode, which the line below names
            known = text
        return super().encode(known)

    def known(self, word):
        return word_class(word) if self.pieces.piece_to_id(f"▁{word}") == UNK else word
