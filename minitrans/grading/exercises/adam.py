"""The optimizer of the paper: Adam on a flat array of parameters."""

from typing import NamedTuple

import numpy as np

from ...backend import to_numpy
from ...gradcheck.differences import assert_unchanged
from ...optim import Adam as LibraryAdam
from ..exercise import Exercise, assert_close, in_case
from ..integration import same_step



class Walk(NamedTuple):
    """Updates one after the other.  start [n], gradients [updates, n], steps and rates of length updates."""

    name: str
    start: np.ndarray
    gradients: np.ndarray
    steps: list
    rates: list
    options: dict


class Adam(Exercise):
    name = "adam"
    wants = (LibraryAdam,)

    def interface(self, data, adam):
        """flat changes in place, the gradient does not change, and the moments are of flat's dtype."""
        for dtype in (np.float32, np.float64):
            flat, gradient = (data.put(data.rng.standard_normal(7), dtype) for _ in range(2))
            flat_before, gradient_before = flat.copy(), gradient.copy()
            first = flat.copy()
            optimizer = adam(first)
            assert_unchanged("Adam(flat)", ["flat"], [first], [flat_before])
            for step in (1, 2):
                optimizer.update(flat, gradient, step, 0.1)
            assert_unchanged("update", ["the gradient"], [gradient], [gradient_before])
            if not (first == flat_before).all():
                raise AssertionError(
                    "update must change the flat that it is given, not the one that Adam(flat) was given"
                )
            if (flat == flat_before).all():
                raise AssertionError("update must change flat in place; `flat = flat - ...` makes another array")
            for name, kept in getattr(optimizer, "__dict__", {}).items():
                if getattr(kept, "shape", None) == flat.shape and kept.dtype != dtype:
                    raise AssertionError(f"Adam keeps {name} in {kept.dtype} where flat is {flat.dtype}")

    def forward(self, data, adam):
        """Against weighted means of the gradients so far."""
        one = random_walk(data.rng, "one step", 5, [1], epsilon=0.25)
        one = one._replace(gradients=abs(one.gradients))  # even the root of a gradient is a number
        if not np.isfinite(to_numpy(run(data, adam, one))).all():
            raise AssertionError("flat is not finite; is the first step, 1, taken for 0, where 1 - beta^step is 0?")
        walks = (
            one,
            random_walk(data.rng, "four steps", 5, [1, 2, 3, 4], beta1=0.7, beta2=0.9, epsilon=0.25),
            random_walk(data.rng, "the defaults of beta1 and beta2", 7, [1, 2, 3], epsilon=0.25),
            random_walk(data.rng, "the default of epsilon", 5, [1, 2])._replace(gradients=np.full((2, 5), 1e-9)),
            random_walk(data.rng, "a first update that is step 4", 5, [4, 5, 9], epsilon=0.25),
        )
        for walk in walks:
            compare(data, adam, walk)

    def adversarial(self, data, adam):
        """Gradients that are zero, huge or tiny; an array with one entry, and a long one."""
        walk = random_walk(data.rng, "gradients of zero", 5, [1, 2, 3])
        if not (run(data, adam, walk._replace(gradients=0 * walk.gradients)) == data.put(walk.start)).all():
            raise AssertionError("where all gradients are zero nothing must move: 0 / (0 + epsilon) = 0")
        walk = random_walk(data.rng, "gradients of zero after others", 5, [1, 2, 3])
        walk.gradients[1:, ::2] = 0
        compare(data, adam, walk)
        for size in (1e15, 1e-15):
            walk = random_walk(data.rng, f"gradients of {size:g}", 5, [1, 2, 3])
            compare(data, adam, walk._replace(start=np.zeros(5), gradients=size * walk.gradients))
        for n in (1, 2 * 65536 + 3):
            compare(data, adam, random_walk(data.rng, f"an array of length {n}", n, [1, 2]))

    def invariants(self, data, adam):
        """A constant gradient moves flat at the rate, whatever its size; entries and optimizers are independent."""
        walk = random_walk(data.rng, "", 5, [1, 2, 3, 4], epsilon=0.0)
        constant = walk._replace(gradients=np.repeat(walk.gradients[:1], 4, axis=0))
        expected = walk.start - sum(walk.rates) * np.sign(walk.gradients[0])
        assert_close("with a constant gradient, flat", run(data, adam, constant), expected, 1e-10)
        end = to_numpy(run(data, adam, walk))
        larger = run(data, adam, walk._replace(gradients=1000 * walk.gradients))
        assert_close("with epsilon = 0 and gradients 1000 times as large, flat", larger, end, 1e-10)
        mixed = run(data, adam, walk._replace(start=walk.start[::-1].copy(), gradients=walk.gradients[:, ::-1]))
        assert_close("with all entries in reverse order, flat", mixed, end[::-1], 1e-10)
        flat, other = data.put(walk.start), data.put(walk.start)
        optimizer, neighbour = adam(flat, epsilon=0.0), adam(other, epsilon=0.0)
        for gradient, step, rate in zip(walk.gradients, walk.steps, walk.rates, strict=True):
            optimizer.update(flat, data.put(gradient), step, rate)
            neighbour.update(other, data.put(-gradient), step, rate)
        if not abs(to_numpy(flat) - end).max() < 1e-10:
            raise AssertionError("two optimizers disturb each other: moments belong to self, not to the class")

    def integration(self, data, adam):
        """As the optimizer of the Transformer."""
        same_step(data, adam=adam)


def random_walk(rng, name, n, steps, **options):
    gradients = rng.uniform(0.3, 2, (len(steps), n)) * rng.choice([-1, 1], (len(steps), n))
    return Walk(name, rng.standard_normal(n), gradients, steps, rng.uniform(0.1, 0.5, len(steps)).tolist(), options)


def run(data, adam, walk, dtype=np.float64):
    """flat after the walk.  All gradients come in one buffer, as in training."""
    flat, buffer = data.put(walk.start, dtype), data.put(walk.start, dtype)
    optimizer = adam(flat, **walk.options)
    for gradient, step, rate in zip(walk.gradients, walk.steps, walk.rates, strict=True):
        buffer[...] = data.put(gradient, dtype)
        optimizer.update(flat, buffer, step, rate)
    return flat


def compare(data, adam, walk):
    for dtype, rtol in ((np.float64, 1e-10), (np.float32, 1e-4)):
        start, gradients = (each.astype(dtype).astype(np.float64) for each in (walk.start, walk.gradients))
        rounded = walk._replace(start=start, gradients=gradients)
        with np.errstate(all="ignore"):
            mistakes = {cause: follow(rounded, move) for cause, move in wrong_moves(walk.options).items()}
        right = follow(rounded, right_move(**walk.options))
        with in_case(walk.name):
            assert_close("flat", run(data, adam, walk, dtype), right, rtol, mistakes)


def follow(walk, move):
    """flat after the walk; move(gradients so far, step) is what an update takes off it at rate 1."""
    flat = walk.start
    for t, (step, rate) in enumerate(zip(walk.steps, walk.rates, strict=True)):
        flat = flat - rate * move(walk.gradients[: t + 1], step)
    return flat


def moment(g, beta, step=np.inf):
    """The gradients g weighted by (1 - beta) beta^age, over 1 - beta^step if there is a step."""
    return (1 - beta) * sum(beta**age * each for age, each in enumerate(g[::-1])) / (1 - beta**step)


def right_move(beta1=0.9, beta2=0.98, epsilon=1e-9):
    return lambda g, t: moment(g, beta1, t) / (np.sqrt(moment(g**2, beta2, t)) + epsilon)


def wrong_moves(options):
    """What well-known mistakes give."""
    paper = dict(beta1=0.9, beta2=0.98, epsilon=1e-9)
    b1, b2, eps = (paper | options).values()

    def m(g, step=np.inf):
        return moment(g, b1, step)

    def root(g, step=np.inf):
        return np.sqrt(moment(g**2, b2, step))

    def of_m(g, step):
        return np.sqrt(moment(np.array([m(g[: i + 1]) for i in range(len(g))]) ** 2, b2, step))

    def kept(g, beta, m=0):
        for t, each in enumerate(g, 1):
            m = (beta * m + (1 - beta) * each) / (1 - beta**t)
        return m

    return {
        "the gradient is added, not subtracted": lambda g, t: -m(g, t) / (root(g, t) + eps),
        "neither m nor v is divided by 1 - beta^step": lambda g, t: m(g) / (root(g) + eps),
        "m is not divided by 1 - beta1^step": lambda g, t: m(g) / (root(g, t) + eps),
        "v is not divided by 1 - beta2^step": lambda g, t: m(g, t) / (root(g) + eps),
        "v is divided by 1 - beta1^step, not by 1 - beta2^step": lambda g, t: (
            m(g, t) / (root(g) / np.sqrt(1 - b1**t) + eps)
        ),
        "m is divided by 1 - beta2^step, not by 1 - beta1^step": lambda g, t: m(g) / (1 - b2**t) / (root(g, t) + eps),
        "m is divided by 1 - beta2^step, and v by 1 - beta1^step": lambda g, t: (
            m(g) / (1 - b2**t) / (root(g) / np.sqrt(1 - b1**t) + eps)
        ),
        "v is made of m^2, not of the gradient's square": lambda g, t: m(g, t) / (of_m(g, t) + eps),
        "beta^(step + 1) stands for beta^step": lambda g, t: m(g, t + 1) / (root(g, t + 1) + eps),
        "calls are counted: `step` says which step it is": lambda g, t: m(g, len(g)) / (root(g, len(g)) + eps),
        "epsilon is under the root": lambda g, t: m(g, t) / np.sqrt(root(g, t) ** 2 + eps),
        "epsilon is added before v is corrected": lambda g, t: m(g, t) / (root(g) + eps) * np.sqrt(1 - b2**t),
        "epsilon is left out": lambda g, t: m(g, t) / root(g, t),
        "the root of v is left out": lambda g, t: m(g, t) / (root(g, t) ** 2 + eps),
        "v is made of gradients, not of their squares": lambda g, t: m(g, t) / (root(abs(g) ** 0.5, t) + eps),
        "m is updated after its use": lambda g, t: m(g[:-1], t) / (root(g, t) + eps),
        "1 - beta is left out of m and v": lambda g, t: m(g, t) / (1 - b1) / (root(g, t) / np.sqrt(1 - b2) + eps),
        "m_hat and v_hat are kept as m and v": lambda g, t: kept(g, b1) / (np.sqrt(kept(g**2, b2)) + eps),
        "momentum is left out where the gradient is zero": lambda g, t: m(g, t) / (root(g, t) + eps) * (g[-1] != 0),
        "beta1 and beta2 are swapped": right_move(b2, b1, eps),
        "beta2 is 0.98 in the paper, not 0.999": right_move(**dict(beta2=0.999) | options),
        "epsilon is 1e-9 in the paper, not 1e-8": right_move(**dict(epsilon=1e-8) | options),
    }
