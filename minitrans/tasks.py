"""The two tasks, translation and parsing, and everything in which they differ."""

from itertools import islice

from .data.encoded import sample, size
from .data.lines import line_pairs, without_empty
from .data.marian_tokenizer import MarianTokenizer
from .data.tokenizer import Tokenizer
from .data.word_tokenizer import WordTokenizer
from .errors import UserError
from .scoring.bleu import score
from .trees.pairs import is_trees, score_trees, symbols_of, tree_pairs, trees_of
from .trees.tree import to_string


class Task:
    """A task turns sentences into lines of output text and scores them against references.

    name: the value of `Config.task`;  does: a verb for messages;  metric: the name of the score
    corpus: the default corpus;  tokenizer: a class;  example: a sentence to try;  trees: whether references are trees
    pairs(paths): yields (sentence, reference) for each pair of a split, or None if one side is empty
    line(reference): the reference as the line of text that the model must write
    """

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


class Translating(Task):
    """Translate sentences of one language to another; scored by sacrebleu."""

    name, does, metric, trees = "translate", "translates", "bleu", False
    corpus, example, tokenizer = "toy-en-de", "A sentence.", Tokenizer

    def pairs(self, paths):
        return line_pairs(*paths)

    def line(self, reference):
        return reference

    def learn_tokenizer(self, paths, config):
        if not config.source_vocabulary:
            return Tokenizer.train(self.sample(paths), config.vocabulary)
        sides = [islice(self.sample(paths), side, None, 2) for side in (0, 1)]
        return MarianTokenizer.train(*sides, config.source_vocabulary, config.vocabulary)

    def score(self, outputs, references):
        """-> (score from 0 to 100, signature)"""
        return score(outputs, references)

    def results(self, outputs, references, metric="bleu", lowercase_tokenized=False, paper_bleu=False):
        """Yield the lines that `minitrans.evaluate` prints."""
        value, signature = score(outputs, references, metric, lowercase_tokenized)
        yield f"{metric.upper()} {value:.2f}  {signature}"
        if paper_bleu:
            value, signature = score(outputs, references, "paper-bleu")
            yield f"PAPER-BLEU {value:.2f}  {signature}"

    def texts(self, outputs, sentences):
        """-> the lines that `minitrans.evaluate` writes with --output"""
        return outputs


class Parsing(Task):
    """Parse English sentences to constituency trees (Section 6.3); scored like evalb.  A reference is a Tree."""

    name, does, metric, trees = "parse", "parses", "f1", True
    corpus, example, tokenizer = "toy-trees", "A sentence .", WordTokenizer

    def pairs(self, paths):
        return tree_pairs(paths)

    def line(self, reference):
        return symbols_of(reference)

    def learn_tokenizer(self, paths, config):
        if config.source_vocabulary:
            raise UserError("--source-vocabulary is for translation: words and trees have one vocabulary")
        symbols = {symbol for pair in self.lines(paths) if pair for symbol in pair[1].split(" ")}
        return WordTokenizer.train(self.sample(paths), config.vocabulary, sorted(symbols))

    def score(self, outputs, references):
        """-> (F1 from 0 to 100, signature)"""
        total, _ = score_trees(outputs, references)
        return total.f1, total.signature

    def results(self, outputs, references):
        """Yield the lines that `minitrans.evaluate` prints."""
        total, repaired = score_trees(outputs, references)
        yield f"F1 {total.f1:.2f}  {total.signature}"
        yield f"precision {total.precision:.2f}  recall {total.recall:.2f}  exact match {total.exact:.2f}"
        yield f"{repaired} of {len(outputs)} trees had to be repaired"

    def texts(self, outputs, sentences):
        """-> the lines that `minitrans.evaluate` writes with --output: trees in brackets"""
        trees, _ = trees_of(outputs, sentences)
        return map(to_string, trees)


TASKS = {task.name: task for task in (Translating(), Parsing())}


def task_of(config):
    return TASKS[config.task]


def expect(run, name, otherwise):
    """Raise UserError unless the run has this task.  otherwise: what the user should do instead"""
    if run.config.task != name:
        raise UserError(f"{run.path}: this run {task_of(run.config).does}; {otherwise}")
