"""The encoder-decoder as a whole."""

import numpy as np

from ...data.batching import make_batch
from ...decoding import beam_search
from ...tensor import no_grad
from ..my_transformer import model as program
from .exercise import EXACT, TOLERATED, Exercise, assert_close, short_repr
from .finding import Finding, in_case
from .layers import in_the_program
from .operation import assert_like
from .whole import PAIRS, SHAPE, arrays_of, both, same_as_library

ONE_WORD, ALONE = [([4], [5]), ([6], [7])], PAIRS[:1]


class WholeTransformer(Exercise):
    """Build it of your own parts: in a folder, `from .tape import Tensor`.  Tensor(y, True, operands, pull) records a
    pair, if pull is `lambda dy: backward(dy, cache)`."""

    name = "transformer"
    wants = (program.Transformer,)

    def interface(self, data, transformer):
        """Attributes, shapes and dtypes; the seed decides on the first weights; no array that is given changes."""
        model, library = both(data, transformer)
        first, again, other = (transformer(**SHAPE, layers=1, seed=seed).weights for seed in (1, 1, 2))
        for i, (w, name) in enumerate(zip(first, library.parameters(), strict=True)):
            assert_like(f"{name}, weight {i},", w.data, library.parameters()[name].data.shape, np.float32)
            if name.endswith("gamma") and not (w.data == 1).all():
                raise Finding(f"{name}, weight {i}, must begin as ones")
        if not all((one.data == two.data).all() for one, two in zip(first, again, strict=True)):
            raise Finding("two models of the same seed must begin with the same weights")
        if (first[1].data == other[1].data).all():
            raise Finding("models of different seeds must begin with different weights")
        ids = arrays_of(PAIRS)
        before = [each.copy() for each in ids]
        memory = model.encode(ids[0])
        assert_like("the memory", memory.data, (ids[0].size, SHAPE["d_model"]), np.float64)
        logits = model.decode(ids[1], memory, ids[0] != 0)
        assert_like("the logits", logits.data, (ids[1].size, SHAPE["vocabulary"]), np.float64)
        if np.shape(model.loss(*ids).data) != ():
            raise Finding("the loss must be a single number")
        if not all((one == two).all() for one, two in zip(ids, before, strict=True)):
            raise Finding("the model has changed the ids that it was given")
        self.same_defaults(transformer)

    def forward(self, data, transformer):
        """The logits and the loss equal the library's, with the same weights."""
        for layers in (1, 2):
            with in_case(f"layers={layers}"):
                self.compare(data, transformer, PAIRS, layers)
        model, library = both(data, transformer)
        for smoothing in (0.0, 0.3):
            with no_grad():
                right = library.loss(make_batch(PAIRS), smoothing=smoothing).data
                plain = library.loss(make_batch(PAIRS), smoothing=0.0).data
            *_, words = ids = arrays_of(PAIRS)
            loss = model.loss(*ids, smoothing).data
            mistakes = {"it is a mean: the loss is the sum over the words": right / np.count_nonzero(words)}
            mistakes["smoothing is ignored"] = plain
            assert_close(f"the loss with smoothing {smoothing}", loss, right, EXACT, mistakes)

    def compare(self, data, transformer, pairs, layers=1, rtol=EXACT):
        model, library = both(data, transformer, layers)
        source, target, _ = arrays_of(pairs)
        logits = model.decode(target, model.encode(source), source != 0).data
        right = library.logits(source, target).reshape(logits.shape)
        assert_close("the logits", logits, right, rtol, lambda: wrong_logits(model.weights, source, target, layers))

    def gradient(self, data, transformer):
        """The gradients of all weights equal the library's; a second backward adds its own."""
        model, _ = both(data, transformer)
        ids = arrays_of(PAIRS)
        model.loss(*ids).backward()
        if (grad := model.weights[0].grad) is None or not grad.any():
            raise Finding("after loss.backward() the table has no gradient: is every step recorded, on your own tape?")
        model.loss(*ids).backward()
        assert_close("after two backwards, the grad of the table", model.weights[0].grad, 2 * grad, 1e-9)
        same_as_library(data, transformer)
        same_as_library(data, transformer, layers=2)

    def adversarial(self, data, transformer):
        """Short sentences, a batch of 1, float32, and dropout."""
        for name, pairs in (("one word", ONE_WORD), ("a batch of 1", ALONE), ("an empty target", [([4, 5], [])])):
            with in_case(name):
                self.compare(data, transformer, pairs, rtol=TOLERATED)
        ids = arrays_of(PAIRS)
        model = transformer(**SHAPE, layers=1, dropout=0.3)
        losses = [model.loss(*ids, seed=seed).data for seed in (None, (1, 2), (1, 2), (1, 3))]
        if losses[0].dtype != np.float32:
            raise Finding(f"with weights in float32 the loss is {losses[0].dtype}")
        plain, one, same, other = map(float, losses)
        if plain != float(transformer(**SHAPE, layers=1, dropout=0.0).loss(*ids).data):
            raise Finding("without a seed there must be no dropout")
        if one != same or len({plain, one, other}) < 3:
            raise Finding(
                "the seed must decide on the dropout: the same seed, the same loss; another seed, another loss"
            )
        seed, batch = (1, 2), make_batch(PAIRS)
        model, _ = both(data, transformer, dropout=0.3)
        for of_encoder, of_decoder in ((seed, None), (None, seed)):
            logits = model.decode(ids[1], model.encode(ids[0], of_encoder), ids[0] != 0, of_decoder).data
            other = program.cross_entropy_forward(logits, ids[2].ravel())[0]
            if abs(model.loss(*ids, seed=seed).data - other) < TOLERATED * other:
                raise Finding("loss must hand its seed on, both to encode and to decode")
        model, library = both(data, transformer, 2, dropout=1 - 1e-12)
        for what, result, right in (
            ("encoder need a dropout: the memory", model.encode(ids[0], seed), library.encode(batch.source, seed)[0]),
            ("decoder need a dropout: the loss", model.loss(*ids, seed=seed), library.loss(batch, seed, 0.0)),
        ):
            assert_close(
                f"words plus positions and all layers of the {what} with p nearly 1", result.data, right.data, TOLERATED
            )

    def invariants(self, data, transformer):
        """Later words, padding and other sentences have no influence."""
        model, _ = both(data, transformer)

        def logits(source, target):
            source, target = np.array(source), np.array(target)
            return model.decode(target, model.encode(source), source != 0).data.reshape(*target.shape, -1)

        one = logits([[4, 5, 2]], [[1, 6, 7]])
        for what, other in (
            ("a later word changes the logits of an earlier one", logits([[4, 5, 2]], [[1, 6, 9]])[:, :2]),
            ("padding of the source changes the logits", logits([[4, 5, 2, 0]], [[1, 6, 7]])),
            ("padding of the target changes the logits", logits([[4, 5, 2]], [[1, 6, 7, 0]])[:, :3]),
            ("another sentence changes the logits", logits([[4, 5, 2], [9, 9, 2]], [[1, 6, 7], [1, 5, 5]])[:1]),
        ):
            if not abs(one[:, : other.shape[1]] - other).max() < 1e-10:
                raise Finding(what)
        if abs(one - logits([[5, 4, 2]], [[1, 6, 7]])).max() < 1e-10:
            raise Finding("words of the source in another order give the same logits: are the positions added?")
        self.compare(data, transformer, PAIRS, rtol=TOLERATED)

    def integration(self, data, transformer):
        """Word by word it gives the last row of decode; and a beam search finds what it finds with the library's."""
        model, library = both(data, transformer, 2)
        source, target = np.array([[4, 5, 2], [6, 2, 0]]), np.array([[1, 6, 7], [1, 8, 5]])
        state = model.start(source)
        for t, rows in enumerate(([0, 1], [0, 1], [1])):
            if t == 2:
                state.select(np.array(rows), np.array(rows))
            right = model.decode(target[rows, : t + 1], model.encode(source[rows]), source[rows] != 0).data
            what = f"model.step, word {t + 1}{' of the second sentence, after select([1], [1])' * (t == 2)}"
            assert_close(
                what, model.step(target[rows, t], state), right.reshape(len(rows), t + 1, -1)[:, -1], TOLERATED
            )
        for beam in (1, 3):
            options = dict(beam=beam, max_extra=3)
            found, right = ([best for (best,) in beam_search(m, [[4, 5], [6]], **options)] for m in (model, library))
            for one, other in zip(found, right, strict=True):
                if list(one.ids) != list(other.ids) or abs(one.score - other.score) > TOLERATED:
                    what = f"a beam of {beam} finds {short_repr(one)}, and with the library's model {short_repr(other)}"
                    raise Finding(
                        what, cause="do the words that `step` adds, and `select`, belong to one hypothesis each?"
                    )


def ours(weights, layers=1):
    """The program's model with these weights"""
    model = program.Transformer(**SHAPE, layers=layers, dropout=0.0)
    for own, w in zip(model.weights, weights, strict=True):
        own.data = w.data
    return model


def wrong_logits(weights, source, target, layers):
    """{cause: the logits that this common mistake gives}"""

    def logits(change=lambda model: None, mask=source != 0, memory=1.0, embed=program.EMBED):
        model = ours(weights, layers)
        change(model)
        with in_the_program("EMBED", embed):
            return model.decode(target, program.Tensor(memory * model.encode(source).data), mask).data

    def embed(words, positions):
        """EMBED with these factors"""

        def forward(table, ids):
            rows, scale = table[ids.ravel()], table.shape[1] ** 0.5
            where = program.embed_forward(table, ids)[0] - rows * scale
            return rows * (scale if words else 1) + where * positions, None

        return forward, None

    def first_only(model):
        model.encoder, model.decoder = model.encoder[:1] * layers, model.decoder[:1] * layers

    return {
        "the words are not multiplied by sqrt(d_model)": logits(embed=embed(False, True)),
        "the positions are not added": logits(embed=embed(True, False)),
        "memory_mask is ignored": logits(mask=np.ones_like(source, bool)),
        "the decoder gets no memory": logits(memory=0.0),
        "the encoder's layers are left out": logits(lambda model: model.encoder.clear()),
        "the decoder's layers are left out": logits(lambda model: model.decoder.clear()),
        "every layer has the weights of the first": logits(first_only),
        "the layers of the decoder run in reverse": logits(lambda model: model.decoder.reverse()),
        "the layers of the encoder run in reverse": logits(lambda model: model.encoder.reverse()),
    }
