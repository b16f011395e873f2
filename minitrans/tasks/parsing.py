"""Parsing (Section 6.3): sentences and their trees, scored by F1."""

from ..data.unicode import normalized
from ..data.word_tokenizer import WordTokenizer
from ..system.errors import UserError
from .task import Task
from .tree import to_string
from .tree_pairs import score_trees, symbols_of, tree_pairs, trees_of


class Parsing(Task):
    """Parse English sentences to constituency trees (Section 6.3); scored like evalb.  A reference is a Tree."""

    name, does, metric, trees = "parse", "parses", "f1", True
    corpus, example, tokenizer = "toy-trees", "A dog runs .", WordTokenizer

    def pairs(self, paths):
        return tree_pairs(paths)

    def aligned(self, paths):
        pairs = list(self.pairs(paths))
        return [pair[0] if pair else "" for pair in pairs], [pair[1:] if pair else () for pair in pairs]

    def line(self, reference):
        return symbols_of(reference)

    def learn_tokenizer(self, paths, config, at_most=False):
        if config.source_vocabulary or config.symbols:
            raise UserError(
                "--source-vocabulary and --symbols are for translation: a parser has one piece for each word"
            )
        symbols = {symbol for pair in self.lines(paths) if pair for symbol in normalized(pair[1]).split(" ")}
        return WordTokenizer.train(self.sample(paths), config.vocabulary, sorted(symbols), at_most)

    def score(self, outputs, references, config):
        """-> (F1 from 0 to 100, signature)"""
        total, _ = score_trees(outputs, references)
        return total.f1, total.signature

    def results(self, outputs, references, config):
        total, repaired = score_trees(outputs, [tree for (tree,) in references])
        yield f"F1 {total.f1:.2f}  {total.signature}"
        yield f"precision {total.precision:.2f}  recall {total.recall:.2f}  exact match {total.exact:.2f}"
        yield f"{repaired} of {len(outputs)} trees had to be repaired"

    def texts(self, outputs, sentences):
        """-> the lines that `minitrans evaluate` writes with --output: trees in brackets"""
        trees, _ = trees_of(outputs, sentences)
        return map(to_string, trees)
