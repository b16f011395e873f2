"""The trace of a translation, as arrays and numbers, from which all pictures of a model at work are drawn."""

import fnmatch
from typing import Any

import numpy as np

from ..backend import to_numpy
from ..config import Config
from ..data.ids import BOS, EOS
from ..decoding import best_words
from ..engine import search_of
from ..parallel.searching import DIVERGED
from ..system.errors import UserError
from ..tasks import task_of
from ..tasks.constrained import FREE, UNOBEYED, Constrained, begins_with
from ..tasks.tree_pairs import trees_of
from .watched import UNCHANGED, Change, watched

ATTENTIONS = dict(encoder="encoder.*", decoder="decoder.*.self_attention", cross="*.cross_attention")
PRUNED = 8  # best pruned words that are kept for each step


class Trace:
    """What a model does with one sentence, which it translates or parses with the beam search of a configuration.

    text, translation: strings.  source, target: their pieces, with </s> at the end; `▁` begins a word.
    source_ids, target_ids: the ids of the pieces, without EOS
    attention: the weights of all heads, {"encoder", "decoder", "cross": array [layers, h, queries, keys]}
        Row t of decoder and cross belongs to the step that predicts target piece t.  The columns of decoder are the
        inputs that this step can see: <s>, then the target.
    logits [T + 1, V]: of each next piece;  arrays: {name: array} of all that is `watched`
    hypotheses: those that have finished, best first, as (score, text, number of the last node)
    beam: the nodes of the search, the root first, as (parent, piece, log probability, fate), see `Node`
    tree, repaired: of a parser, its tree, and whether what it wrote was no tree; otherwise None and False
    """

    def __init__(
        self,
        translator: Any,
        sentence: str,
        config: Config,
        target: str | None = None,
        change: Change = UNCHANGED,
    ):
        """target: a translation to look at instead.  Then there is no search: hypotheses and beam are empty.
        change: how the model is changed, see `Change`
        """
        model, tokenizer, task = translator.model, translator.tokenizer, task_of(config)
        self.text, self.hypotheses, self.beam, of_target = sentence, [], [], tokenizer.target
        line = tokenizer.treebank(sentence) if task.trees else sentence.strip()
        (self.source_ids,) = translator.encode([line])
        if target is None:
            found, recorder = search(model, self.source_ids, config, translator.constraints, change)
            self.target_ids = found[0].ids
            self.hypotheses = [(h.score, of_target.decode(h.ids), recorder.finish(h.ids)) for h in found]
            self.beam = [(node.parent, *of_target.words([node.id]), node.score, node.fate) for node in recorder.nodes]
        else:
            (self.target_ids,) = translator.encode([target], of_target)
        self.source = [*tokenizer.split(line), "</s>"]
        self.target = [*of_target.words(self.target_ids), "</s>"]
        self.logits, self.attention, self.arrays = forward(model, self.source_ids, self.target_ids, change)
        written, self.tree, self.repaired = of_target.decode(self.target_ids), None, False
        if task.trees:
            (self.tree,), repairs = trees_of([written], [line])
            self.repaired = bool(repairs)
        (self.translation,) = task.texts([written], [line])

    def sides(self, kind: str) -> tuple[list[str], list[str]]:
        """-> labels of the keys and of the queries of an attention: the pieces looked at, and the pieces that look"""
        keys = ["<s>", *self.target[:-1]] if kind == "decoder" else self.source
        queries = self.source if kind == "encoder" else self.target
        return list(map(label, keys)), list(map(label, queries))


def label(piece):
    """A piece as people read it: `▁dog` is the word dog, `ball` in snowball is `·ball`, and a sign needs no dot."""
    if piece in ("<s>", "</s>", "▁"):
        return piece
    text = piece.removeprefix("▁")
    return f"·{text}" if text == piece and any(map(str.isalnum, text)) else text


def forward(model, source, target, change=UNCHANGED):
    """Run a model on a pair of lists of ids, where the target is given (teacher forcing)

    -> (logits of each next piece [T + 1, V], attention as in `Trace`, {name: array} of all that is `watched`)
    """
    if model.config.attention_radius:
        raise UserError("only full attention can be drawn, but this model was trained with --attention-radius")
    model, kept = watched(model, change)
    logits = model.logits(model.xp.asarray([[*source, EOS]]), model.xp.asarray([[BOS, *target]]))[0]
    arrays = {name: to_numpy(array) for name, array in kept.items()}
    attention = {
        kind: np.concatenate([arrays[name] for name in fnmatch.filter(arrays, f"{names}.weights")])
        for kind, names in ATTENTIONS.items()
    }
    return to_numpy(logits), attention, arrays


def search(model, source, config, constraints=FREE, change=UNCHANGED):
    """Search until the whole beam has finished -> (a list of Hypothesis, best first; the Recorder of the search)"""
    if change.off or change.rows:
        model, _ = watched(model, change, place=0)
    full = config.search != "shrinking"
    longest = config.max_length - 1 if full else model.longest
    limit = min(len(source) + config.max_extra, longest)
    if constraints != FREE or change.prefix:
        rules = [*constraints.rules([limit]), begins_with([change.prefix], config.vocabulary)]
        model = Constrained(model, rules, [0], constraints.renormalize, constraints.first)
    recorder = Recorder(model, config.beam, limit, full)
    options = dict(beam=config.beam, alpha=config.alpha, max_extra=config.max_extra, nbest=config.beam)
    (found,) = search_of(config)(recorder, [source], **options)
    if not found:
        raise UserError(DIVERGED if constraints == FREE else UNOBEYED)
    return found, recorder


class Node:
    """A word in the beam.  parent: number of the node before it; score: log probability of the words so far.

    fate: "kept" (the search went on from it), "finished" (it is the end of a hypothesis), or "pruned"
    """

    def __init__(self, parent, id, score):
        self.parent, self.id, self.score, self.fate = parent, id, score, "pruned"


class Recorder:
    """A model, and the state of its search, that keeps the tree of the beam in `nodes`: of one sentence, root first."""

    def __init__(self, model, beam, limit, full=False):
        """limit: the length at which a hypothesis must end;  full: whether the search is that of `full_beam.py`"""
        self.model, self.beam, self.limit, self.full = model, beam, limit, full
        self.nodes, self.numbers = [Node(None, BOS, 0.0)], {}  # numbers: {(parent, id): number of the node}
        self.nodes[0].fate = "kept"
        self.rows = [0]  # the node of each row of the search; None where the search has given the row up
        self.length, self.places = 0, beam  # places: the rows that can go on; a finished hypothesis keeps one

    def __getattr__(self, name):
        return getattr(self.model, name)

    def start(self, source):
        self.state = self.model.start(source)
        return self

    def select(self, hypotheses, sentences):
        self.rows = [self.rows[i] for i in hypotheses]
        self.state.select(hypotheses, sentences)

    def step(self, words, state):
        """A step of the model.  `rows` are the parents of these words, except in the first step."""
        if self.length:
            self.follow(to_numpy(words).tolist())
        self.length += 1
        logits = self.model.step(words, self.state)
        log_p, ids = best_words(logits.copy(), self.beam + self.full, np.full(len(logits), self.length == self.limit))
        if self.full and self.length == self.limit:
            log_p[:, 0] = 0  # `full_beam_search` forces EOS without a cost
        scores = [-np.inf if row is None else self.nodes[row].score for row in self.rows]
        candidates = np.array(scores)[:, None] + log_p
        for place in np.argsort(-candidates, axis=None, kind="stable")[: self.beam + max(PRUNED, self.beam)].tolist():
            row, column = divmod(place, ids.shape[1])
            if np.isfinite(candidates[row, column]):
                id = int(ids[row, column])
                self.numbers[self.rows[row], id] = len(self.nodes)
                self.nodes.append(Node(self.rows[row], id, float(candidates[row, column])))
        return logits

    def follow(self, words):
        """Mark the nodes of the newest words, best first, which the search has chosen."""
        chosen = [self.numbers.get(key) for key in zip(self.rows, words, strict=True)][: self.places]
        self.rows = [None] * len(words)
        for place, number in enumerate(chosen):
            if number is None or self.full and words[place] == EOS:
                continue  # the row only fills a beam that is wider than the number of possible words
            if words[place] == EOS:
                self.nodes[number].fate = "finished"
                self.places -= 1
            else:
                self.nodes[number].fate = "kept"
                self.rows[place] = number

    def finish(self, ids):
        """Mark the end of a finished hypothesis, which the last step may have found -> its node"""
        number = 0
        for id in [*ids, EOS]:
            number = self.numbers[number, id]
        self.nodes[number].fate = "finished"
        return number
