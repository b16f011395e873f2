"""Translation: pairs of lines, scored by BLEU."""

import sys
from itertools import chain, islice

from ..data.lines import line_pairs, matching_lines
from ..data.marian_tokenizer import MarianTokenizer
from ..data.tokenizer import Tokenizer
from ..system.errors import UserError
from .bleu import bleu, score
from .task import Task
from .tree_pairs import is_trees

NEAR_0 = 5.0  # BLEU
HINT = (
    "most references have no blank, and BLEU of 13a counts what stands between blanks; "
    "give --bleu-tokenize zh, ja-mecab, ko-mecab, flores200 or char"
)
SUB_WORDS = (
    "these references look like sub-words ({} ...): BLEU of sub-words is higher than that of words; train and score on "
    "whole words (sed 's/@@ //g'), because training cuts them itself"
)


class Translating(Task):
    """Translate sentences of one language to another; scored by sacrebleu."""

    name, does, metric, trees = "translate", "translates", "bleu", False
    corpus, example, tokenizer = "toy-en-de", "A dog runs.", Tokenizer

    def pairs(self, paths):
        return chain.from_iterable(line_pairs(*files) for files in files_of_texts(paths))

    def line(self, reference):
        return reference

    def learn_tokenizer(self, paths, config, at_most=False):
        if not config.source_vocabulary:
            return Tokenizer.train(self.sample(paths), config.vocabulary, at_most, config.symbols)
        sides = [islice(self.sample(paths), side, None, 2) for side in (0, 1)]
        return MarianTokenizer.train(*sides, config.source_vocabulary, config.vocabulary, config.symbols)

    def aligned(self, paths, count=2):
        rows = [row for files in files_of_texts(paths, count) for row in matching_lines(*files)]
        return [source for source, *_ in rows], [row[1:] if row[0] and any(row[1:]) else () for row in rows]

    def check(self, config):
        if config.bleu_tokenize != "13a":
            bleu(config.bleu_tokenize)

    def score(self, outputs, references, config):
        """-> (score from 0 to 100, signature)"""
        return score(outputs, references, tokenize=tokenizer_of(config))

    def hint(self, value, references, config):
        lines = [each[0] if isinstance(each, tuple) else each for each in references]
        cut = list(filter(None, map(sub_word, lines)))
        if len(cut) > len(lines) / 10:
            return SUB_WORDS.format(cut[0])
        no_blanks = sum(len(line.split()) < 2 for line in lines)
        if value < NEAR_0 and tokenizer_of(config) == "13a" and no_blanks > len(references) / 2:
            return HINT
        return None

    def results(self, outputs, references, config, metric="bleu", lowercase_tokenized=False, paper_bleu=False):
        value, signature = score(outputs, references, metric, lowercase_tokenized, tokenizer_of(config))
        yield f"{metric.upper()} {value:.2f}  {signature}"
        if metric == "bleu" and (hint := self.hint(value, references, config)):
            print(hint, file=sys.stderr)
        if paper_bleu:
            value, signature = score(outputs, references, "paper-bleu")
            yield f"PAPER-BLEU {value:.2f}  {signature}"

    def texts(self, outputs, sentences):
        """-> the lines that `minitrans evaluate` writes with --output"""
        return iter(outputs)


def files_of_texts(paths, count=2):
    """Paths -> those of each text: a source and its translations.  count: the files of each text"""
    if len(paths) < 2 or all(map(is_trees, paths)):
        raise UserError(f"{paths[0]}: a translator reads two files of text, not trees")
    return zip(*[iter(paths)] * count, strict=True)


def sub_word(line):
    """The first piece of a word, as subword-nmt, sentencepiece, OpenNMT and BERT write them, or None"""
    marked = (word for word in line.split() if word.endswith("@@") or word.startswith("##") or {"▁", "￭"} & {*word})
    return next((word for word in marked if word.strip("@#")), None)


def tokenizer_of(config):
    """sacrebleu's tokenizer for BLEU"""
    return "none" if config.tokenized else config.bleu_tokenize
