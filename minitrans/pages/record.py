"""What happens when one sentence is translated, as data for a page: attention, next words, and the beam."""

import base64

import numpy as np

from ..backend import to_numpy
from ..data.ids import BOS, EOS, PAD, UNK
from ..decoding import beam_search
from ..ops.softmax import softmax_forward

LIKELY = 8  # most probable next words that are kept for each step


def record(translator, sentence, *, beam, alpha, max_extra):
    """Translate a sentence by beam search -> dict of what can be written as JSON

    text, translation: strings.  source, target: their pieces, with </s> at the end; `▁` begins a word.
    encoder, decoder, cross: attention weights, packed by `pack`.  Row t of decoder and cross predicts target piece t.
    likely: for each target piece the LIKELY most probable pieces, best first, as [piece, probability]
    beam: the nodes of the search, see `Recorder`.  hypotheses: the finished ones, best first, as [score, text, node]
    """
    model, tokenizer = translator.model, translator.tokenizer
    (source,) = translator.encode([sentence])
    recorder = Recorder(model, beam)
    (found,) = beam_search(recorder, [source], beam=beam, alpha=alpha, max_extra=max_extra, nbest=beam)
    target = found[0].ids
    maps = translator.attention_of([source, target])
    pieces = [[*tokenizer.words(ids), "</s>"] for ids in (source, target)]
    return dict(
        text=sentence,
        translation=tokenizer.decode(target),
        source=pieces[0],
        target=pieces[1],
        **{name: pack(weights) for name, weights in maps.items()},
        likely=[
            [[piece, round(float(p), 5)] for piece, p in zip(tokenizer.words(ids), row, strict=True)]
            for ids, row in zip(*likely(model, source, target), strict=True)
        ],
        hypotheses=[[h.score, tokenizer.decode(h.ids), recorder.finish(h.ids)] for h in found],
        beam=[[node.parent, tokenizer.words([node.id])[0], round(node.score, 4), node.fate] for node in recorder.nodes],
    )


def likely(model, source, target):
    """The most probable next words when the target is given -> ids and probabilities [T + 1, LIKELY]"""
    xp = model.xp
    logits = model.logits(xp.asarray([[*source, EOS]]), xp.asarray([[BOS, *target]]))[0]
    probabilities = to_numpy(softmax_forward(logits)[0])
    ids = np.argsort(-probabilities, axis=1, kind="stable")[:, :LIKELY]
    return ids.tolist(), np.take_along_axis(probabilities, ids, axis=1)


def pack(weights):
    """Attention weights [layers, h, queries, keys] from 0 to 1 -> their shape, and 16 bits for each, in base64"""
    steps = np.round(weights * 65535).astype("<u2")
    return dict(shape=weights.shape, data=base64.b64encode(steps.tobytes()).decode())


class Node:
    """A word in the beam.  parent: number of the node before it; score: log probability of the words so far.

    fate: "kept" (the search went on from it), "finished" (it is the end of a hypothesis), or "pruned"
    """

    def __init__(self, parent, id, score, fate):
        self.parent, self.id, self.score, self.fate = parent, id, score, fate


class Recorder:
    """A model that keeps the tree of one beam search, for a single sentence, in `nodes`; the first is the root."""

    def __init__(self, model, beam):
        self.model, self.beam = model, beam
        self.nodes, self.rows = [Node(None, BOS, 0.0, "kept")], [0]  # rows: the node of each hypothesis

    def __getattr__(self, name):
        return getattr(self.model, name)

    def start(self, source):
        return RecordedState(self.model.start(source), self)

    def step(self, words, state):
        """A step of the model.  `rows` are the parents of these words, except in the first step."""
        if len(self.nodes) > 1:
            self.rows = [self.child(parent, int(word)) for parent, word in zip(self.rows, words, strict=True)]
            for row in self.rows:
                self.nodes[row].fate = "kept"
        logits = self.model.step(words, state.state)
        log_p = np.log(np.maximum(to_numpy(softmax_forward(logits)[0]), 1e-38))
        log_p[:, [PAD, BOS, UNK]] = -np.inf
        for row, parent in zip(log_p, self.rows, strict=True):
            for id in np.argsort(-row, kind="stable")[: self.beam].tolist():
                self.nodes.append(Node(parent, id, self.nodes[parent].score + float(row[id]), "pruned"))
        return logits

    def child(self, parent, id):
        """The number of the node of word `id` after node `parent`."""
        return next(i for i, node in enumerate(self.nodes) if (node.parent, node.id) == (parent, id))

    def finish(self, ids):
        """Mark the end of a finished hypothesis -> its node"""
        number = 0
        for id in [*ids, EOS]:
            number = self.child(number, id)
        self.nodes[number].fate = "finished"
        return number


class RecordedState:
    """The state of a recorded search: `select` tells the recorder which hypotheses go on."""

    def __init__(self, state, recorder):
        self.state, self.recorder = state, recorder

    def select(self, hypotheses, sentences):
        self.recorder.rows = [self.recorder.rows[i] for i in hypotheses]
        self.state.select(hypotheses, sentences)
