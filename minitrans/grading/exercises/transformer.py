"""The encoder-decoder as a whole."""

from functools import partial

import numpy as np

from ...data.batching import make_batch
from ...decoding import beam_search
from ..my_transformer import model as program
from .exercise import EXACT, TOLERATED, Exercise, assert_small, short_repr
from .finding import Finding, in_case
from .layers import DecoderLayer, EncoderLayer, only
from .operation import assert_like
from .transformer_mistakes import MISTAKES, SAME_SEED, SEED_LOST, SEEDS
from .whole import PAIRS, SHAPE, arrays_of, both, largest, trained, trained_library

# Its sources are as long as its targets, so that either mask fits either attention
AS_LONG = [([4, 5, 6], [7]), ([9], [10, 4, 9])]
ONE_WORD, ALONE, EMPTY = [([4], [5]), ([6], [7])], PAIRS[:1], [([4, 5], [])]
SOURCE, TARGET = np.array([[4, 5, 2], [6, 2, 0]]), np.array([[1, 6, 7], [1, 8, 5]])
SEED = (1, 2)


class WholeTransformer(Exercise):
    """Build it from your own parts: in a folder, `from .tape import Tensor`.  Tensor(y, True, operands, pull) records a
    pair, if pull is `lambda dy: backward(dy, cache)`."""

    name = "transformer"
    wants = (program.Transformer,)
    mistakes = MISTAKES

    def interface(self, data, transformer):
        """Attributes, shapes and dtypes; the seed decides on the first weights; no array that is given changes."""
        self.check_weights(transformer)
        model, library = both(data, transformer)
        first, again, other = (transformer(**SHAPE, layers=1, seed=seed).weights for seed in (1, 1, 2))
        for i, (w, (name, right)) in enumerate(zip(first, library.parameters().items(), strict=True)):
            assert_like(f"{name}, weight {i},", w.data, right.data.shape, np.float32)
            if name.endswith("gamma") and not (w.data == 1).all():
                raise Finding(f"{name}, weight {i}, must begin as ones")
        if not all((one.data == two.data).all() for one, two in zip(first, again, strict=True)):
            raise Finding("two models of the same seed must begin with the same weights", cause=SAME_SEED)
        if (first[1].data == other[1].data).all():
            raise Finding("models of different seeds must begin with different weights", cause=SAME_SEED)
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

    def check_weights(self, transformer):
        """Finding with a cause if `weights` has the shapes that a common mistake gives it."""

        def shapes(transformer):
            return [w.data.shape for w in transformer(**SHAPE, layers=1).weights]

        own, right = shapes(transformer), shapes(*self.ours())
        causes = [cause for cause, wrong in self.wrong(shapes).items() if own == wrong != right]
        if causes:
            raise Finding(f"model.weights has {len(own)} arrays, in another order than asked for", cause=causes[0])

    def forward(self, data, transformer):
        """The logits and the loss equal the library's, with the same weights."""
        for name, pairs, layers in (("as many words", AS_LONG, 2), ("layers=1", PAIRS, 1), ("layers=2", PAIRS, 2)):
            with in_case(name):
                self.compare_logits(data, transformer, pairs, layers)
        _, library = both(data, transformer)
        for smoothing in (0.0, 0.3):
            right = {f"the loss with smoothing {smoothing}": library.loss(make_batch(PAIRS), smoothing=smoothing).data}
            self.same(partial(loss, data, smoothing), [transformer], right, EXACT)

    def compare_logits(self, data, transformer, pairs, layers=1, rtol=EXACT):
        _, library = both(data, transformer, layers)
        source, target, _ = arrays_of(pairs)
        right = library.logits(source, target).reshape(target.size, -1)
        self.same(partial(logits, data, pairs, layers), [transformer], {"the logits": right}, rtol)

    def gradient(self, data, transformer):
        """The gradients of all weights equal the library's; a second backward adds its own."""
        model, _ = both(data, transformer)
        ids = arrays_of(PAIRS)
        model.loss(*ids).backward()
        if (grad := model.weights[0].grad) is None or not grad.any():
            raise Finding("after loss.backward() the table has no gradient: is every step recorded, on your own tape?")
        model.loss(*ids).backward()
        if not abs(model.weights[0].grad - 2 * grad).max() <= 1e-9 * abs(grad).max():
            raise Finding("a second backward must add its gradients to those of the first")
        for layers in (1, 2):
            right = trained_library(data, layers, transformer)
            self.same(partial(trained, data, layers), [transformer], right, TOLERATED, largest(right))

    def adversarial(self, data, transformer):
        """Short sentences, a batch of 1, float32, and dropout."""
        for name, pairs in (("one word", ONE_WORD), ("a batch of 1", ALONE), ("an empty target", EMPTY)):
            with in_case(name):
                self.compare_logits(data, transformer, pairs, rtol=TOLERATED)
        ids = source, target_in, target_out = arrays_of(PAIRS)
        dtype = transformer(**SHAPE, layers=1).loss(*ids).data.dtype
        if dtype != np.float32:
            raise Finding(f"with weights in float32 the loss is {dtype}")
        model, _ = both(data, transformer, dropout=0.3)
        plain, one, again, other = (float(model.loss(*ids, seed=seed).data) for seed in (None, SEED, SEED, (1, 3)))
        if abs(plain - both(data, transformer)[0].loss(*ids).data) > TOLERATED * plain:
            raise Finding("without a seed there must be no dropout")
        if one != again or len({plain, one, other}) < 3:
            raise Finding(
                "the seed must decide on the dropout: the same seed, the same loss; another seed, another loss"
            )
        for of_encoder, of_decoder in ((SEED, None), (None, SEED)):
            logits = model.decode(target_in, model.encode(source, of_encoder), source != 0, of_decoder).data
            without = program.cross_entropy_forward(logits, target_out.ravel())[0]
            if abs(one - without) < TOLERATED * one:
                raise Finding("half of the model gets no dropout in its loss", cause=SEED_LOST)
        self.check_dropouts(data, transformer)

    def check_dropouts(self, data, transformer):
        """Each has its place, and a mask of its own."""
        _, library = both(data, transformer, 2, 1 - 1e-12)
        batch = make_batch(PAIRS)
        memory, _ = library.encode(batch.source, SEED)
        right = {"the loss": library.loss(batch, SEED, 0.0).data, "the memory": memory.data}
        nearly_all = partial(nearly_all_dropped, data)
        with in_case("a dropout that leaves out nearly all"):
            self.same(nearly_all, [transformer], right, TOLERATED, earlier=[partial(logits, data, PAIRS, 2)])
        masks = list(masks_of(both(data, transformer, 2, dropout=0.4)[0]))
        if len(set(masks)) < len(masks):
            raise Finding("two dropouts of the layers leave out the same entries", cause=SEEDS)

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
            assert_small(one[:, : other.shape[1]] - other, 1e-10, what)
        if abs(one - logits([[5, 4, 2]], [[1, 6, 7]])).max() < 1e-10:
            raise Finding("words of the source in another order give the same logits: are the positions added?")
        self.compare_logits(data, transformer, PAIRS, rtol=TOLERATED)

    def integration(self, data, transformer):
        """Word by word it gives the library's logits; and a beam search finds what it finds with the library's."""
        model, library = both(data, transformer, 2)
        all_words = library.logits(SOURCE, TARGET).reshape(*TARGET.shape, -1)
        right = dict(zip(STEPS, (all_words[:, 0], all_words[:, 1], all_words[1:, 2]), strict=True))
        self.same(partial(word_by_word, data), [transformer], right, TOLERATED)
        for beam in (1, 3):
            options = dict(beam=beam, max_extra=3)
            found, right = ([best for (best,) in beam_search(m, [[4, 5], [6]], **options)] for m in (model, library))
            for one, other in zip(found, right, strict=True):
                if list(one.ids) != list(other.ids) or abs(one.score - other.score) > TOLERATED:
                    what = f"a beam of {beam} finds {short_repr(one)}, and with the library's model {short_repr(other)}"
                    raise Finding(
                        what, cause="do the words that `step` adds, and `select`, belong to one hypothesis each?"
                    )


def logits(data, pairs, layers, transformer):
    model, _ = both(data, transformer, layers)
    source, target, _ = arrays_of(pairs)
    return {"the logits": model.decode(target, model.encode(source), source != 0).data}


def loss(data, smoothing, transformer):
    model, _ = both(data, transformer)
    return {f"the loss with smoothing {smoothing}": model.loss(*arrays_of(PAIRS), smoothing).data}


def nearly_all_dropped(data, transformer):
    model, _ = both(data, transformer, 2, 1 - 1e-12)
    ids = arrays_of(PAIRS)
    return {"the memory": model.encode(ids[0], SEED).data, "the loss": model.loss(*ids, seed=SEED).data}


def masks_of(model):
    """The entries that each dropout in two layers of either stack leaves out, as bytes"""
    ids = arrays_of(AS_LONG)[1]
    places = [*EncoderLayer.places(1), *EncoderLayer.places(17), *DecoderLayer.places(33), *DecoderLayer.places(59)]
    for place in places:
        for w, new in zip(model.weights, only(place, places, [w.data for w in model.weights]), strict=True):
            w.data = new
        model.weights[place].data *= 1000  # beside it, words and positions are small
        model.weights[0].data = np.eye(SHAPE["vocabulary"], SHAPE["d_model"])  # hence logits of the decoder's rows
        memory = model.encode(ids, SEED)
        rows = memory if place < 33 else model.decode(ids, memory, ids != 0, SEED)
        yield (rows.data[:, : SHAPE["d_model"]] > 0).tobytes()


STEPS = "model.step, word 1", "model.step, word 2", "model.step, word 3 of the second sentence, after select([1], [1])"


def word_by_word(data, transformer):
    """The logits of each of the STEPS"""
    model, _ = both(data, transformer, 2)
    state, second = model.start(SOURCE), np.array([1])
    logits = [model.step(TARGET[:, t], state) for t in (0, 1)]
    state.select(second, second)
    return dict(zip(STEPS, [*logits, model.step(TARGET[second, 2], state)], strict=True))
