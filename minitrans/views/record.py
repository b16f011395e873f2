"""What happens when one sentence is translated, as data for a page: attention, next words, and the beam."""

import base64

import numpy as np

from ..backend import to_numpy
from ..data.ids import BOS, EOS
from ..decoding import beam_search, best_words
from ..interchange.full_beam import full_beam_search
from ..ops.softmax import softmax_forward
from ..parallel.searching import search_all
from ..tasks import task_of
from ..tasks.tree_pairs import bracketless, trees_of

LIKELY = 8  # most probable next words that are kept for each step
PRUNED = 8  # best pruned words that are kept for each step


def record(translator, sentence, *, beam, alpha, max_extra, search):
    """Translate or parse a sentence by beam search -> dict of what can be written as JSON

    text, translation: strings.  source, target: their pieces, with </s> at the end; `▁` begins a word.
    encoder, decoder, cross: attention weights, packed by `pack`.  Row t of decoder and cross predicts target piece t.
    likely: for each target piece the LIKELY most probable pieces, best first, as [piece, probability]
    probability: that of each target piece
    beam: the nodes of the search, see `Recorder`.  hypotheses: the finished ones, best first, as [score, text, node]
    tree, repaired: only of a parser: [label, children or word], and whether what it wrote was no tree
    """
    model, tokenizer, task = translator.model, translator.tokenizer, task_of(translator.config)
    of_target = tokenizer.target
    line = bracketless(sentence.strip()) if task.trees else sentence.strip()
    (source,) = translator.encode([line])
    full = search == "full"
    recorder = Recorder(model, beam, min(len(source) + max_extra, model.longest), full)
    options = dict(beam=beam, alpha=alpha, max_extra=max_extra, nbest=beam)
    (found,) = search_all(recorder, [source], full_beam_search if full else beam_search, **options)
    target = found[0].ids
    words, probabilities = likely(model, source, target)
    pieces = [[*tokenizer.split(line), "</s>"], [*of_target.words(target), "</s>"]]
    (translation,) = task.texts([of_target.decode(target)], [line])
    shown = dict(
        text=sentence,
        translation=translation,
        source=pieces[0],
        target=pieces[1],
        **{name: pack(weights) for name, weights in translator.attention_of([source, target]).items()},
        likely=[
            [[piece, round(float(row[id]), 5)] for piece, id in zip(of_target.words(ids), ids, strict=True)]
            for ids, row in zip(words, probabilities, strict=True)
        ],
        probability=[round(float(row[id]), 5) for id, row in zip([*target, EOS], probabilities, strict=True)],
        hypotheses=[[h.score, of_target.decode(h.ids), recorder.finish(h.ids)] for h in found],
        beam=[[node.parent, of_target.words([node.id])[0], round(node.score, 4), node.fate] for node in recorder.nodes],
    )
    if task.trees:
        (shown["tree"],), repaired = trees_of([of_target.decode(target)], [line])
        shown["repaired"] = bool(repaired)
    return shown


def likely(model, source, target):
    """The most probable next words when the target is given -> ids [T + 1, LIKELY], all probabilities [T + 1, V]"""
    xp = model.xp
    logits = model.logits(xp.asarray([[*source, EOS]]), xp.asarray([[BOS, *target]]))[0]
    probabilities = to_numpy(softmax_forward(logits)[0])
    return np.argsort(-probabilities, axis=1, kind="stable")[:, :LIKELY].tolist(), probabilities


def pack(weights):
    """Attention weights [layers, h, queries, keys] from 0 to 1 -> their shape, and 16 bits for each, in base64"""
    steps = np.round(weights * 65535).astype("<u2")
    return dict(shape=weights.shape, data=base64.b64encode(steps.tobytes()).decode())


class Node:
    """A word in the beam.  parent: number of the node before it; score: log probability of the words so far.

    fate: "kept" (the search went on from it), "finished" (it is the end of a hypothesis), or "pruned"
    """

    def __init__(self, parent, id, score):
        self.parent, self.id, self.score, self.fate = parent, id, score, "pruned"


class Recorder:
    """A model that keeps the tree of one beam search, for a single sentence, in `nodes`; the first is the root."""

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
        return RecordedState(self.model.start(source), self)

    def step(self, words, state):
        """A step of the model.  `rows` are the parents of these words, except in the first step."""
        if self.length:
            self.follow(to_numpy(words).tolist())
        self.length += 1
        logits = self.model.step(words, state.state)
        log_p, ids = best_words(logits.copy(), self.beam + self.full, np.full(len(logits), self.length == self.limit))
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
            if number is not None and words[place] == EOS:
                self.nodes[number].fate = "finished"
                self.places -= 1
            elif number is not None:
                self.nodes[number].fate = "kept"
                self.rows[place] = number

    def finish(self, ids):
        """Mark the end of a finished hypothesis, which the last step may have found -> its node"""
        number = 0
        for id in [*ids, EOS]:
            number = self.numbers[number, id]
        self.nodes[number].fate = "finished"
        return number


class RecordedState:
    """The state of a recorded search: `select` tells the recorder which hypotheses go on."""

    def __init__(self, state, recorder):
        self.state, self.recorder = state, recorder

    def select(self, hypotheses, sentences):
        self.recorder.rows = [self.recorder.rows[i] for i in hypotheses]
        self.state.select(hypotheses, sentences)
