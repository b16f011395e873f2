"""A trained model, ready to translate: what `minitrans.load(run)` gives."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from . import ops
from .backend import cores, get_backend, one_thread_blas, to_numpy
from .data.batching import make_batch
from .decoding import beam_search
from .nn import Transformer
from .tensor import no_grad
from .training.checkpoint import Run, load_weights

BATCH_SENTENCES = 32


class Translator:
    """Model, tokenizer and configuration of a run."""

    def __init__(self, model, tokenizer, config):
        self.model, self.tokenizer, self.config = model, tokenizer, config

    @classmethod
    def load(cls, path=None, **changes):
        """Open a run directory (by default the newest below runs/): the mean of its newest checkpoints.

        changes: fields of its configuration to change, such as average, beam, alpha, or backend.
        """
        run = Run.open(path)
        config = replace(run.config, **changes)
        model = Transformer(config, get_backend(config.backend))
        run.newest()
        load_weights(model, run.checkpoints()[-config.average :])
        return cls(model, run.tokenizer, config)

    def translate(self, lines, **changes):
        """A list of sentences -> a list of translations; changes as for `search`.  A blank line stays blank."""
        return [hypotheses[0][1] for hypotheses in self.search(lines, **changes)]

    def search(self, lines, *, nbest=1, **changes):
        """For each sentence its `nbest` best translations, best first, as (score, text).

        changes: fields of the configuration to change for this search: beam, alpha, max_extra.
        """
        config = replace(self.config, **changes)
        options = dict(beam=max(config.beam, nbest), alpha=config.alpha, max_extra=config.max_extra, nbest=nbest)
        sentences = self.tokenizer.encode([line.strip() for line in lines])
        found = [[(0.0, "")] for _ in lines]
        wanted = sorted((i for i, ids in enumerate(sentences) if ids), key=lambda i: len(sentences[i]))
        groups = [wanted[i : i + BATCH_SENTENCES] for i in range(0, len(wanted), BATCH_SENTENCES)]

        def run(group):
            for i, hypotheses in zip(
                group, beam_search(self.model, [sentences[i] for i in group], **options), strict=True
            ):
                found[i] = [(h.score, self.tokenizer.decode(h.ids)) for h in hypotheses]

        threads = cores() if self.model.xp is np else 1
        with one_thread_blas(), ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, groups))
        return found

    def attention(self, source, target=None):
        """The attention weights of every layer on one sentence pair (the target is translated if not given).

        -> dict: source, target (pieces), and encoder, decoder, cross: arrays [layers, h, queries, keys].
        Row t of the decoder's maps is the step that predicts target piece t.
        """
        target = self.translate([source])[0] if target is None else target
        ids = [self.tokenizer.encode(text.strip()) for text in (source, target)]
        batch = make_batch([ids], self.model.xp)
        forward, backward = ops.TABLE["attention"]
        maps = []

        def watched(*arrays, **constants):
            y, cache = forward(*arrays, **constants)
            maps.append(to_numpy(cache[0][3])[0])
            return y, cache

        with ops.use("attention", watched, backward), no_grad():
            self.model.decode(batch.target_in, *self.model.encode(batch.source))
        layers = self.config.layers
        names = [[*self.tokenizer.words(side), "</s>"] for side in ids]
        return dict(
            source=names[0],
            target=names[1],
            encoder=np.stack(maps[:layers]),
            decoder=np.stack(maps[layers::2]),
            cross=np.stack(maps[layers + 1 :: 2]),
        )
