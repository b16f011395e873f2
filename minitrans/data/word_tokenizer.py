"""Word-level tokenizer for parsing: each word is one token, and a rare word becomes its class (Section 6.3)."""

from collections import Counter

from ..system.errors import UserError
from .ids import UNK
from .tokenizer import Tokenizer, sentencepiece_model
from .unicode import normalized

ENDINGS = "s", "ed", "ing", "ly", "er", "est", "ion", "al", "y"
BEFORE = '("“‘`$'  # what the treebank writes apart from the word after it
AFTER = "n't", "'s", "'m", "'d", "'re", "'ve", "'ll", "...", *".,;:?!)'\"”%"  # and from the word before it
CLASSES = "<1>", *(shape + ending for shape in ("<a>", "<A>", "<->") for ending in ("", *ENDINGS))


def word_class(word):
    """The class of an unknown word: what its digits, hyphens, capitals and ending say about its part of speech."""
    if any(map(str.isdigit, word)):
        return "<1>"
    shape = "<->" if "-" in word else "<A>" if word[0].isupper() else "<a>"
    return shape + next((ending for ending in ENDINGS if word.endswith(ending)), "")


class WordTokenizer(Tokenizer):
    """One id per word, so that positions count words.  Unknown words become word classes."""

    @classmethod
    def train(cls, lines, vocabulary, symbols, at_most=False):
        """A vocabulary of tree symbols, word classes and the most frequent words, `vocabulary` ids in all.

        Rarer words of the training text become classes, so the model learns about the classes.  UserError if
        `vocabulary` is too small or too large; with at_most the nearest that fits is taken.
        """
        fixed = [*symbols, *CLASSES]
        counts = Counter(word for line in lines for word in normalized(line).split())
        for symbol in fixed:
            counts.pop(symbol, None)
        least = UNK + 1 + len(fixed)  # the special ids come first
        if at_most:
            vocabulary = min(max(vocabulary, least + 1), least + len(counts))
        if not least < vocabulary <= least + len(counts):
            raise UserError(
                f"--vocabulary {vocabulary} does not fit the training trees: choose {least + 1} to "
                f"{least + len(counts)}, with {least} for symbols and classes of rare words"
            )
        known = [word for word, _ in counts.most_common(vocabulary - least)]
        return cls(sentencepiece_model(fixed + known, vocabulary, model_type="word"))

    def encode_lines(self, lines):
        """Lines of words and symbols"""
        return super().encode_lines([" ".join(map(self.word_or_class, line.split())) for line in lines])

    def split(self, line):
        """The words of a line, one for each of its ids, even where the id is that of a class."""
        return [f"▁{word}" for word in self.normalized(line).split()]

    def treebank(self, line):
        """Raw English with the blanks of the treebank: The dog does n't bark .  Known words stay whole."""
        words = self.normalized(line).split()
        parts = [part for i, word in enumerate(words) for part in self.apart(word, i == len(words) - 1)]
        return " ".join(parts).replace("(", "-LRB-").replace(")", "-RRB-")

    def apart(self, word, last):
        """A word and the signs around it.  A full stop is one at the end of the last word, unless others are inside."""
        before, after = [], []
        while len(word) > 1 and len(before) + len(after) < 5 and not self.knows(word):
            ends = (end for end in AFTER if word.replace("’", "'").endswith(end) and len(end) < len(word))
            end = next(ends, "")
            if word[0] in BEFORE:
                before, word = [*before, word[0]], word[1:]
            elif end and (end != "." or last and "." not in word[:-1]):
                after, word = [word[-len(end) :], *after], word[: -len(end)]
            else:
                break
        return [*before, word, *after]

    def word_or_class(self, word):
        return word if self.knows(word) else word_class(word)

    def knows(self, word):
        try:
            return self.pieces.piece_to_id(f"▁{word}") != UNK
        except (RuntimeError, TypeError):  # it is not valid Unicode: `checked` raises an error with its line
            return True
