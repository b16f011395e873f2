"""Word-level tokenizer for parsing: each word is one token, and a rare word becomes its class (Section 6.3)."""

from collections import Counter

from ..system.errors import UserError
from .ids import UNK
from .tokenizer import Tokenizer, sentencepiece_model
from .unicode import normalized

ENDINGS = "s", "ed", "ing", "ly", "er", "est", "ion", "al", "y"
CLASSES = "<1>", *(shape + ending for shape in ("<a>", "<A>", "<->") for ending in ("", *ENDINGS))


def word_class(word):
    """The class of an unknown word: what its digits, hyphens, capitals and ending tell about its part of speech."""
    if any(map(str.isdigit, word)):
        return "<1>"
    shape = "<->" if "-" in word else "<A>" if word[0].isupper() else "<a>"
    return shape + next((ending for ending in ENDINGS if word.endswith(ending)), "")


class WordTokenizer(Tokenizer):
    """One id per word, so that positions count words.  Unknown words become word classes."""

    @classmethod
    def train(cls, lines, vocabulary, symbols):
        """A vocabulary of tree symbols, word classes and the most frequent words, `vocabulary` ids in all.

        Rarer words of the training text become classes, so the model learns about the classes.  UserError if
        `vocabulary` is too small or too large.
        """
        fixed = [*symbols, *CLASSES]
        counts = Counter(word for line in lines for word in normalized(line).split())
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

    def encode_lines(self, lines):
        """Lines of words and symbols"""
        try:
            lines = [" ".join(map(self.word_or_class, line.split())) for line in lines]
        except (RuntimeError, TypeError):  # a word is not valid Unicode; the call below raises an error with its line
            pass
        return super().encode_lines(lines)

    def split(self, line):
        """The words of a line, one for each of its ids, also where the id is that of a class."""
        return [f"▁{word}" for word in self.normalized(line).split()]

    def word_or_class(self, word):
        return word_class(word) if self.pieces.piece_to_id(f"▁{word}") == UNK else word
