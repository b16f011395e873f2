"""What a task is; translation and parsing differ in nothing else."""

from ..data.encoded import sample, size
from ..data.lines import without_empty
from ..system.errors import UserError
from .tree_pairs import is_trees


class Task:
    """A task turns sentences into lines of output text and scores them against references.

    name: the value of `Config.task`;  does: a verb for messages;  metric: the name of the score
    corpus: the default corpus;  tokenizer: a class;  example: a sentence to try;  trees: whether references are trees
    pairs(paths): yields (sentence, reference) for each pair of a split, or None if one side is empty
    line(reference): the reference as the line of text that the model must write
    aligned(paths): -> (all sentences, for each a tuple of its references); "" and () for what is empty or not scored.
        For text also aligned(paths, count), where a source and its references are `count` files
    score(outputs, references, config): -> (score from 0 to 100, signature)
    results(outputs, references, config): yields what `minitrans evaluate` prints; references: as of `aligned`
    """

    def check(self, config):
        """Raise UserError if something is missing that the score needs."""

    def hint(self, value, references, config):
        """What a user should know about this score, or None"""

    def check_files(self, paths):
        """Raise UserError for training files of the other task."""
        if all(map(is_trees, paths)) != self.trees:
            raise UserError(f"--task {self.name}: the training files are {'not ' * self.trees}trees")

    def lines(self, paths):
        """Yield (source line, target line), or None if one side is empty."""
        for pair in self.pairs(paths):
            yield pair and (pair[0], self.line(pair[1]))

    def read(self, paths):
        """-> (list of (sentence, reference), number of pairs left out because one side is empty)"""
        return without_empty(self.pairs(paths))

    def encode(self, tokenizer, pairs):
        """(sentence, reference) pairs -> pairs of id lists"""
        sources = tokenizer.encode([sentence for sentence, _ in pairs])
        targets = tokenizer.target.encode([self.line(reference) for _, reference in pairs])
        return list(zip(sources, targets, strict=True))

    def sample(self, paths):
        """-> the lines from which the tokenizer is learned"""
        return sample(self.lines(paths), size(paths))
