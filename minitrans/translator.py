"""A trained model, ready to translate: `minitrans.load(run)` returns it."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from numbers import Integral
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from .data.ids import UNK
from .data.tokenizer import Tokenizer
from .data.words import sentences as sentences_in
from .data.words import words
from .decoding import most_pieces
from .engine import array_library, engine
from .nn import Transformer
from .nn.ensemble import Ensemble
from .nn.layers import Zeros
from .parallel.world import world
from .runs.run import Run, run_path
from .runs.text import Text
from .system.errors import LineError, UserError, say
from .tasks.constrained import FREE, UNOBEYED, Constrained, Constraints, begins_with
from .views.sentence_page import SentencePage, record
from .views.trace import Trace

MOST_WORDS, MOST_NAMED = 10_000, 10  # different words to compare with the training text; those that a message names
LONGEST_VIEW = 200  # pieces, because a trace and its page hold the weights of all pairs of pieces


class Translator:
    """Model, tokenizer and configuration of a run."""

    def __init__(self, model: Transformer | Any, tokenizer: Tokenizer, config: Any, constraints: Constraints = FREE):
        self.model, self.tokenizer, self.config, self.constraints = model, tokenizer, config, constraints
        self.tally = Tally()

    def __repr__(self) -> str:
        return f"Translator({self.model}, {self.config.vocabulary:,} pieces)"

    @classmethod
    def load(cls, run: Run | str | PathLike | list | None = None, **changes: Any) -> "Translator":
        """Load a Run, or the run directory at a path, with the weights that training chose (`Run.chosen`).

        A path can also be that of a published model, see `load_published`.  Without a path, see `Run.open`.
        A list of runs: an `Ensemble`, see `load_ensemble`.
        changes: other values of beam, alpha, max_extra or backend, or average, the number of newest checkpoints to
        average instead.  UserError for any other change, for a run that does not exist, and for a damaged file.
        """
        check_changes(changes, "average", "beam", "alpha", "max_extra", "backend")
        if isinstance(run, list | tuple):
            return cls.load_ensemble(run, **changes)
        if not isinstance(run, Run):
            from .interchange import hub, published  # for a path only: most commands have a Run, and start faster

            run = run if run is None else run_path(run)
            if run is not None and (published.is_published(Path(run)) or hub.is_name(run)):
                return cls.load_published(run, **changes)
            run = Run.open(run, 'minitrans.load("bundled")')
        config = with_changes(run.config, changes)
        model, tokenizer = Transformer(config, array_library(config), Zeros()), run.tokenizer
        run.load_average(model, tokenizer, changes.get("average"), "--average")
        translator = cls(model, tokenizer, config)
        translator.tally.text = run.text
        return translator

    @classmethod
    def load_published(cls, name: str | PathLike, **changes: Any) -> "Translator":
        """Load a Marian model: a folder of Hugging Face, or its name on the hub; changes as for `load`"""
        from .interchange import hub, published

        if changes.pop("average", 1) != 1:
            raise UserError(f"--average: {name} is a published model, which has no checkpoints to average")
        folder = hub.download(name) if hub.is_name(name) else Path(name)
        if not folder.is_dir():
            raise UserError(f"{name}: no folder, and not the name of a model such as Helsinki-NLP/opus-mt-en-de")
        if not os.path.lexists(folder / "config.json"):
            raise UserError(f"{name}: is not a model folder of the Hugging Face Hub: it has no config.json")
        config, arrays, tokenizer, constraints = published.read_folder(folder)
        config = with_changes(config, changes)
        model = Transformer(config, array_library(config), Zeros())
        model.load(arrays)
        published.check_logits(folder, model)
        return cls(model, tokenizer, config, constraints)

    @classmethod
    def load_ensemble(cls, runs: list, **changes: Any) -> "Translator":
        """Load several runs with the same vocabulary, which choose each word together.  The first sets the search."""
        if not runs:
            raise UserError("an ensemble needs at least one run")
        first, *others = (cls.load(run, **changes) for run in runs)
        names = [run.path if isinstance(run, Run) else run for run in runs]
        for name, other in zip(names[1:], others, strict=True):
            if other.tokenizer.files != first.tokenizer.files:
                raise UserError(f"{name}: has another vocabulary than {names[0]}; train both on the same text")
        translator = cls(Ensemble([each.model for each in (first, *others)]), first.tokenizer, first.config)
        translator.tally.text = first.tally.text
        return translator

    def translate(self, lines: Iterable[str], **changes: Any) -> list[str]:
        """Translate a list of sentences -> list of translations; changes as for `search`.  A blank line stays blank."""
        return [hypotheses[0][1] for hypotheses in self.search(lines, **changes)]

    def search(
        self, lines: Iterable[str], *, nbest: int = 1, prefixes: list[str] | None = None, **changes: Any
    ) -> list[list[tuple[float, str]]]:
        """Translate by beam search (Section 6.1) -> for each sentence, its `nbest` best (score, text), best first

        prefixes: for each sentence what its translations begin with, or ""
        changes: other values of beam, alpha or max_extra.  The beam is widened to nbest if it is smaller.
        UserError for any other change, for a sentence that `encode` does not accept, and for too little memory.
        `tally` counts what was translated.
        """
        check_changes(changes, "beam", "alpha", "max_extra")
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
        longest = config.max_length - 1 if config.search != "shrinking" else self.model.longest
        limits = [min(len(ids) + config.max_extra, longest) if ids else longest for ids in sentences]
        rules = self.constraints.rules([limits[i] for i in not_blank])
        if prefixes is not None:
            beginnings = self.encode_prefixes(prefixes, limits)
            rules.append(begins_with([beginnings[i] for i in not_blank], config.vocabulary))
        if rules or self.constraints.first is not None:
            obeyed = self.constraints.renormalize, self.constraints.first
            options["constrain"] = lambda model, group: Constrained(model, rules, group, *obeyed)
        try:
            with engine(config) as running:
                results = running.search_all(self.model, [sentences[i] for i in not_blank], **options)
        except MemoryError as error:
            pieces, line, i = max(zip(map(len, sentences), lines, range(len(lines)), strict=True))
            about = (
                f"{line[:40]!r}...: {pieces} pieces: out of memory ({error}); split it, or search with a smaller --beam"
            )
            raise (LineError(about, i) if world().size == 1 else UserError(about)) from None  # other ranks go on
        if not all(results):
            raise LineError(UNOBEYED, not_blank[results.index([])])
        for i, hypotheses in zip(not_blank, results, strict=True):
            translations[i] = [(h.score, self.tokenizer.target.decode(h.ids)) for h in hypotheses]
        texts = [found[0][1] for found in translations]
        self.tally.add(lines, sentences, texts, limits, dict(zip(not_blank, results, strict=True)))
        return translations

    def encode_prefixes(self, prefixes, limits):
        """-> lists of ids; LineError for one that cannot be written.  limits: the longest translations, with EOS"""
        if len(prefixes) != len(limits):
            raise UserError(f"there are {len(prefixes)} prefixes for {len(limits)} sentences; give one for each")
        found = self.encode(prefixes, self.tokenizer.target)
        for i, (prefix, ids, limit) in enumerate(zip(prefixes, found, limits, strict=True)):
            if UNK in ids:
                raise LineError(f"prefix {prefix[:40]!r}: has a piece that is unknown to the vocabulary", i)
            if len(ids) >= limit:
                about = f"{len(ids)} pieces, but its translation has at most {limit - 1}; see --max-extra"
                raise LineError(f"prefix {prefix[:40]!r}: {about}", i)
        return found

    def alignment(self, source: str, target: str) -> list[tuple[int, int]]:
        """The source word at which each target word looks most -> pairs (i, j) of their numbers, from 0

        The weight of a pair is that of the cross-attention of the last layer, the mean over its heads: when the model
        predicts a piece of word j, how much it looks at the pieces of word i.
        """
        source, target = (" ".join(text.split()) for text in (source, target))  # whichever blanks the model knows
        weights = self.attention(source, target)["cross"][-1].mean(axis=0)[:-1, :-1]  # without those of </s>
        j, i = np.array(self.tokenizer.target.places(target), int), np.array(self.tokenizer.places(source), int)
        words = np.zeros((len(target.split()), len(source.split())))
        np.add.at(words, (j[:, None], i), weights)
        return [(int(row.argmax()), place) for place, row in enumerate(words) if row.any()]

    def trace(self, sentence: str, target: str | None = None, **changes: Any) -> Trace:
        """Translate or parse a sentence -> `Trace`, with the attention, the next words, and the beam of the search

        target: a translation to look at instead of searching for one
        changes: other values of beam, alpha or max_extra.  UserError as for `search`, for a model with restricted
        attention, and to search for an empty sentence or for one of more than LONGEST_VIEW pieces.
        """
        check_changes(changes, "beam", "alpha", "max_extra")
        if isinstance(self.model, Ensemble):
            raise UserError("an ensemble has no attention of its own; look at one of its runs")
        (ids,) = self.encode([sentence])
        if target is None and not ids:
            raise UserError("the sentence is empty; give one to show")
        if target is None and len(ids) > LONGEST_VIEW:
            raise UserError(f"{sentence[:40]!r}...: {len(ids)} pieces, but at most {LONGEST_VIEW} are shown; split it")
        trace = Trace(self, sentence, replace(self.config, **changes), target)
        if target is None:
            self.tally.add([sentence], [ids], [trace.translation])
        return trace

    def view(self, sentence: str, **changes: Any) -> SentencePage:
        """The `trace` of a sentence, as a page for a notebook or a browser"""
        return SentencePage(self.model, [record(self.trace(sentence, **changes), self)])

    def attention(self, source: str, target: str | None = None) -> dict:
        """The attention weights of all layers for one sentence pair; without a target, for its translation.

        -> dict: source and target, lists of pieces; encoder, decoder and cross, arrays [layers, h, queries, keys], see
        `Trace`
        """
        found = self.trace(source, target)
        return dict(source=found.source, target=found.target, **found.attention)

    def encode(self, lines: Iterable[str], tokenizer: Tokenizer | None = None) -> list[list[int]]:
        """Sentences of the source language, or of that of `tokenizer` -> lists of ids

        LineError for the first sentence that is not a string, not Unicode, or too long for the model.
        """
        tokenizer = tokenizer or self.tokenizer
        for i, line in enumerate(lines):
            if not isinstance(line, str):
                raise LineError(f"a sentence is a string, not {type(line).__name__}: {str(line)[:40]}", i)
        stripped, most = [line.strip() for line in lines], most_pieces(self.model)
        try:
            sentences = tokenizer.encode(stripped)
        except UserError:
            for i, line in enumerate(stripped):
                try:
                    tokenizer.encode(line)
                except UserError as error:
                    raise LineError(str(error), i) from None
            raise
        for i, (line, ids) in enumerate(zip(lines, sentences, strict=True)):
            if len(ids) > most:
                about = f"{line[:40]!r}...: {len(ids)} pieces, but a sentence has at most {most}; split it"
                raise LineError(about, i)
        return sentences


@dataclass
class Tally:
    """Counts what a Translator has translated so far: lines, translations, those cut at the length limit, pieces of the
    source, and unknown pieces; first: the number of the first line with an unknown piece.

    empty: numbers of the lines that have a blank translation without being blank
    text: the training text, whose words are known;  words: the first MOST_WORDS of the lines
    several: {number of a line: how many sentences it seems to hold}, if its translation has fewer
    long: numbers of other lines, with more pieces than nearly all training sentences
    """

    lines: int = 0
    translations: int = 0
    cut: int = 0
    pieces: int = 0
    unknown: int = 0
    first: int | None = None
    empty: list = field(default_factory=list)
    text: Text | None = None
    words: dict = field(default_factory=dict)
    several: dict = field(default_factory=dict)
    long: list = field(default_factory=list)

    def add(self, lines, sentences, texts=(), limits=(), found=MappingProxyType({})):
        """sentences: lists of ids;  texts: the translation of each, "" for a blank line
        limits: the longest translation of each, with EOS;  found: {index: hypotheses}
        """
        self.translations += sum(map(bool, sentences))
        self.cut += sum(len(hypotheses[0].ids) + 1 >= limits[i] for i, hypotheses in found.items())
        self.pieces += sum(map(len, sentences))
        for number, ids in enumerate(sentences, start=self.lines + 1):
            if UNK in ids:
                self.unknown += ids.count(UNK)
                self.first = self.first or number
        for number, (line, ids, text) in enumerate(zip(lines, sentences, texts, strict=False), start=self.lines + 1):
            if ids and not text.strip():
                self.empty.append(number)
            if text and (count := sentences_in(line)) > max(1, sentences_in(text)):
                self.several[number] = count
            elif self.text and len(ids) > self.text.length > 0:
                self.long.append(number)
        for line in lines:
            if len(self.words) < MOST_WORDS:
                self.words.update(dict.fromkeys(words(line)))
        self.lines += len(sentences)

    def __iter__(self):
        """Yield the remarks that a user should read, each a line."""
        if self.cut:
            yield f"{self.cut} of {self.translations} translations reached the length limit; see --max-extra"
        if self.empty:
            where = f", the first in line {self.empty[0]}" if self.lines > 1 else ""
            doubt = "; was the model trained for long enough?" * (len(self.empty) == self.translations)
            yield f"empty: {len(self.empty)} of {self.translations} translations{where}{doubt}"
        if self.unknown:
            where = f", the first in line {self.first}" if self.lines > 1 else ""
            yield f"unknown to the vocabulary: {self.unknown} of {self.pieces} pieces{where}"
        known = self.text.words if self.text and self.words else set()
        if known and (new := [word for word in self.words if word not in known]):
            more = f", and {len(new) - MOST_NAMED:,} more" if len(new) > MOST_NAMED else ""
            yield f"not in the training text: {', '.join(new[:MOST_NAMED])}{more}"
        if self.several:
            number, count = next(iter(self.several.items()))
            this = f"line {number}" if self.lines > 1 else "this one"
            more = f" ({len(self.several) - 1:,} more lines hold several)" if len(self.several) > 1 else ""
            yield f"a line is read as one sentence; {this} seems to hold {count}{more}: put each on its own line"
        if self.long:
            lines = f"{len(self.long)} of {self.lines} lines, the first is line {self.long[0]}"
            yield f"longer than nearly all training sentences ({self.text.length} pieces): {lines}; split them"


def with_changes(config, changes):
    """The configuration with other values of some fields; without a GPU it computes in float32"""
    low = changes.get("backend") == "numpy" and config.dtype in ("tf32", "bfloat16")
    if low:
        say(f"--backend numpy computes in float32, not in {config.dtype}")
    return replace(config, **changes, **dict(dtype="float32") if low else {})


def check_changes(changes, *allowed):
    """Raise UserError for a change that a trained model does not allow."""
    if other := sorted(set(changes) - set(allowed)):
        raise UserError(f"{other[0]}: cannot be changed here; only these can: {', '.join(allowed)}")
