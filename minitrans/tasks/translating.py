"""Translation: pairs of lines, scored by BLEU."""

from itertools import islice

from ..data.lines import line_pairs
from ..data.marian_tokenizer import MarianTokenizer
from ..data.tokenizer import Tokenizer
from ..system.errors import UserError
from .bleu import score
from .task import Task
from .tree_pairs import is_trees


class Translating(Task):
    """Translate sentences of one language to another; scored by sacrebleu."""

    name, does, metric, trees = "translate", "translates", "bleu", False
    corpus, example, tokenizer = "toy-en-de", "A sentence.", Tokenizer

    def pairs(self, paths):
        if len(paths) != 2 or all(map(is_trees, paths)):
            raise UserError(f"{paths[0]}: a translator reads two files of text, not trees")
        return line_pairs(*paths)

    def line(self, reference):
        return reference

    def learn_tokenizer(self, paths, config):
        if not config.source_vocabulary:
            return Tokenizer.train(self.sample(paths), config.vocabulary)
        sides = [islice(self.sample(paths), side, None, 2) for side in (0, 1)]
        return MarianTokenizer.train(*sides, config.source_vocabulary, config.vocabulary)

    def score(self, outputs, references, config):
        """-> (score from 0 to 100, signature)"""
        return score(outputs, references, tokenized=config.tokenized)

    def results(self, outputs, references, config, metric="bleu", lowercase_tokenized=False, paper_bleu=False):
        """Yield the lines that `minitrans evaluate` prints."""
        value, signature = score(outputs, references, metric, lowercase_tokenized, config.tokenized)
        yield f"{metric.upper()} {value:.2f}  {signature}"
        if paper_bleu:
            value, signature = score(outputs, references, "paper-bleu")
            yield f"PAPER-BLEU {value:.2f}  {signature}"

    def texts(self, outputs, sentences):
        """-> the lines that `minitrans evaluate` writes with --output"""
        return outputs
