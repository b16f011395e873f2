"""A trained model, ready to translate: `minitrans.load(run)` returns it."""

from collections.abc import Iterable
from dataclasses import replace
from numbers import Integral
from pathlib import Path

import numpy as np

from .backend import to_numpy
from .data.batching import make_batch
from .decoding import most_pieces
from .engine import array_library, engine
from .interchange.hub import download, is_name
from .interchange.published import is_published, read_folder
from .nn import Transformer
from .ops.attention import attention_forward
from .runs.run import Run
from .system.errors import UserError
from .tensor import newest_first
from .views.page import Page
from .views.record import record

LONGEST_VIEW = 200  # pieces: a page holds the weights of all pairs of pieces


class Translator:
    """Model, tokenizer and configuration of a run."""

    def __init__(self, model, tokenizer, config):
        self.model, self.tokenizer, self.config = model, tokenizer, config

    def __repr__(self):
        return f"Translator({self.model}, {self.config.vocabulary:,} pieces)"

    @classmethod
    def load(cls, path=None, **changes):
        """Load a run directory (default: see `minitrans.load`) with the weights that training chose (`Run.chosen`).

        Or a published model: a folder of Hugging Face, or its name on the hub, see `load_published`.

        changes: other values of beam, alpha, max_extra or backend, or average, the number of newest checkpoints to
        average instead.  UserError for any other change, for a run that does not exist, and for a damaged file.
        """
        only(changes, "average", "beam", "alpha", "max_extra", "backend")
        if path is not None and (is_published(Path(path)) or is_name(path)):
            return cls.load_published(path, **changes)
        run = Run.open_or_bundled(path)
        config = changed(run.config, changes)
        model, tokenizer = Transformer(config, array_library(config)), run.tokenizer
        run.load(model, tokenizer, changes.get("average"), "--average")
        return cls(model, tokenizer, config)

    @classmethod
    def load_published(cls, name, **changes):
        """Load a Marian model: a folder of Hugging Face, or its name on the hub; changes as for `load`"""
        if changes.pop("average", 1) != 1:
            raise UserError(f"--average: {name} is a published model, which has no checkpoints to average")
        folder = download(name) if is_name(name) else Path(name)
        if not folder.is_dir():
            raise UserError(f"{name}: no folder, and not the name of a model such as Helsinki-NLP/opus-mt-en-de")
        config, arrays, tokenizer = read_folder(folder)
        config = changed(config, changes)
        model = Transformer(config, array_library(config))
        model.load(arrays)
        return cls(model, tokenizer, config)

    def translate(self, lines, **changes):
        """Translate a list of sentences -> list of translations; changes as for `search`.  A blank line stays blank."""
        return [hypotheses[0][1] for hypotheses in self.search(lines, **changes)]

    def search(self, lines, *, nbest=1, **changes):
        """Translate by beam search (Section 6.1) -> for each sentence, its `nbest` best (score, text), best first

        changes: other values of beam, alpha or max_extra.  The beam is widened to nbest if it is smaller.
        UserError for any other change, for a sentence that `encode` does not accept, and for too little memory.
        """
        only(changes, "beam", "alpha", "max_extra")
        if isinstance(lines, str) or not isinstance(lines, Iterable):
            raise UserError(f"translate and search take a list of sentences, not {type(lines).__name__}")
        if not isinstance(nbest, Integral) or nbest < 1:
            raise UserError(f"nbest must be 1 or more, got {nbest!r}")
        lines, config = list(lines), replace(self.config, **changes)
        config = replace(config, beam=max(config.beam, nbest))
        options = dict(beam=config.beam, alpha=config.alpha, max_extra=config.max_extra, nbest=nbest)
        sentences = self.encode(lines)
        translations = [[(0.0, "")] for _ in lines]
        not_blank = [i for i, ids in enumerate(sentences) if ids]
        try:
            with engine(config) as running:
                results = running.search_all(self.model, [sentences[i] for i in not_blank], **options)
        except MemoryError as error:
            pieces, line = max(zip(map(len, sentences), lines, strict=True))
            raise UserError(
                f"{line[:40]!r}...: {pieces} pieces: out of memory ({error}); split it, or search with a smaller --beam"
            ) from None
        for i, hypotheses in zip(not_blank, results, strict=True):
            translations[i] = [(h.score, self.tokenizer.target.decode(h.ids)) for h in hypotheses]
        return translations

    def view(self, sentence, **changes):
        """Translate or parse a sentence -> a `Page` of attention, next words and beam, for a notebook or a browser

        changes: other values of beam, alpha or max_extra.  UserError as for `search`, for an empty sentence, for one of
        more than LONGEST_VIEW pieces, and for a model with restricted attention.
        """
        only(changes, "beam", "alpha", "max_extra")
        (ids,) = self.encode([sentence])
        if not ids:
            raise UserError("the sentence is empty; give one to show")
        if len(ids) > LONGEST_VIEW:
            raise UserError(
                f"{sentence[:40]!r}...: {len(ids)} pieces, but a page shows at most {LONGEST_VIEW}; split it"
            )
        config = replace(self.config, **changes)
        options = dict(beam=config.beam, alpha=config.alpha, max_extra=config.max_extra, search=config.search)
        return Page(record(self, sentence, **options))

    def encode(self, lines, tokenizer=None):
        """Sentences of the source language, or of that of `tokenizer` -> lists of ids

        UserError for a sentence that is not a string or is too long for the model.
        """
        tokenizer = tokenizer or self.tokenizer
        for line in lines:
            if not isinstance(line, str):
                raise UserError(f"a sentence is a string, not {type(line).__name__}: {str(line)[:40]}")
        sentences, most = tokenizer.encode([line.strip() for line in lines]), most_pieces(self.model)
        for line, ids in zip(lines, sentences, strict=True):
            if len(ids) > most:
                raise UserError(f"{line[:40]!r}...: {len(ids)} pieces, but a sentence has at most {most}; split it")
        return sentences

    def attention(self, source, target=None):
        """The attention weights of all layers for one sentence pair; without a target, for its translation.

        -> dict: source and target, lists of pieces; encoder, decoder and cross, arrays [layers, h, queries, keys]
        Row t of decoder and cross belongs to the step that predicts target piece t.  The columns of decoder are the
        inputs that this step can see: <s>, then the target.
        """
        target = self.translate([source])[0] if target is None else target
        sides = self.tokenizer, self.tokenizer.target
        ids = [self.encode([line], side)[0] for line, side in zip((source, target), sides, strict=True)]
        names = [[*side.words(each), "</s>"] for side, each in zip(sides, ids, strict=True)]
        return dict(source=names[0], target=names[1], **self.attention_of(ids))

    def attention_of(self, ids):
        """The attention weights for a pair of lists of ids -> dict: encoder, decoder and cross, see `attention`"""
        if self.config.attention_radius:
            raise UserError("only full attention can be drawn, but this model was trained with --attention-radius")
        batch = make_batch([ids], self.model.xp)
        y = self.model.decode(batch.target_in, *self.model.encode(batch.source))
        # The tape stores the operands of each attention; compute the weights from them again.
        layers, of_decoder = self.config.depths
        masks = [batch.source.mask()] * layers + [batch.target_in.mask(), batch.source.memory_mask] * of_decoder
        records = [record for record in newest_first(y.record)[::-1] if record.name == "attention"]
        maps = [self.weights(record, mask) for record, mask in zip(records, masks, strict=True)]
        inside = maps[layers:]
        return dict(encoder=np.stack(maps[:layers]), decoder=np.stack(inside[::2]), cross=np.stack(inside[1::2]))

    def weights(self, record, mask):
        """The weights [h, queries, keys] of one attention on the tape, for a batch of one sentence."""
        q, k, v = (operand.data for operand in record.operands)
        _, cache = attention_forward(q, k, v, heads=self.config.heads, **mask)
        return to_numpy(cache.inner.weights)[0]


def changed(config, changes):
    """The configuration with other values of some fields; without a GPU it computes in float32"""
    low = changes.get("backend") == "numpy" and config.dtype in ("tf32", "bfloat16")
    return replace(config, **changes, **dict(dtype="float32") if low else {})


def only(changes, *allowed):
    """Raise UserError for a change that a trained model does not allow."""
    if other := sorted(set(changes) - set(allowed)):
        raise UserError(f"{other[0]}: is fixed by the run's configuration; you can change only {', '.join(allowed)}")
