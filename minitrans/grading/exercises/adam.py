"""The optimizer of the paper: Adam on a flat array of parameters."""

from typing import NamedTuple

import numpy as np

from ...backend import to_numpy
from ...gradcheck.contract import assert_unchanged
from ...optim import Adam as LibraryAdam
from .exercise import Exercise, RandomData, assert_close, assert_small
from .finding import Finding, in_case
from .mistakes import Edit
from .whole import same_training

NEW_V = "self.beta2 * self.v + (1 - self.beta2)"
OF_M, OF_V = " / (1 - self.beta1**step)", " / (1 - self.beta2**step)"


class Updates(NamedTuple):
    """A sequence of updates.  start [n], gradients [count, n], steps and learning rates [count]."""

    name: str
    start: np.ndarray
    gradients: np.ndarray
    steps: list
    rates: list
    options: dict


class ByMeans:
    """Adam by weighted means of all gradients so far"""

    def __init__(self, flat, beta1=0.9, beta2=0.98, epsilon=1e-9):
        self.beta1, self.beta2, self.epsilon, self.gradients = beta1, beta2, epsilon, []

    def update(self, flat, gradient, step, rate):
        self.gradients.append(gradient.copy())
        g = np.array(self.gradients)
        flat -= rate * mean(g, self.beta1, step) / (np.sqrt(mean(g**2, self.beta2, step)) + self.epsilon)


def mean(g, beta, step):
    """The sum of (1 - beta) beta^age * g over the gradients so far, divided by 1 - beta^step"""
    return (1 - beta) * sum(beta**age * each for age, each in enumerate(g[::-1])) / (1 - beta**step)


class Adam(Exercise):
    """`parts` is not required: it is never passed, and every update is of all of `flat`."""

    name = "adam"
    wants, oracle = (LibraryAdam,), ByMeans
    mistakes = [
        Edit("flat keeps its values: change it in place, because `flat = flat - ...` makes another array",
             ("flat -= ", "flat = flat - ")),
        Edit("the gradient is added, not subtracted", ("flat -= ", "flat += ")),
        Edit("neither m nor v is divided by 1 - beta^step", (OF_M, "", OF_V, "")),
        Edit("m is not divided by 1 - beta1^step", (OF_M, "")),
        Edit("v is not divided by 1 - beta2^step", (OF_V, "")),
        Edit("v is divided by 1 - beta1^step, not by 1 - beta2^step", (OF_V, " / (1 - self.beta1**step )")),
        Edit("m is divided by 1 - beta2^step, not by 1 - beta1^step", (OF_M, " / (1 - self.beta2**step )")),
        Edit("m is divided by 1 - beta2^step, and v by 1 - beta1^step",
             (OF_M, " / (1 - self.beta2**step )", OF_V, " / (1 - self.beta1**step )")),
        Edit("v has beta1, not beta2", (NEW_V, NEW_V.replace("beta2", "beta1"))),
        Edit("v has beta1, not beta2, also where it is corrected",
             (NEW_V, NEW_V.replace("beta2", "beta1"), OF_V, " / (1 - self.beta1**step )")),
        Edit("v is computed from m^2, not from the square of the gradient", ("gradient**2", "self.m**2")),
        Edit("it has beta^(step + 1) in place of beta^step",
             ("beta1**step", "beta1**(step + 1)", "beta2**step", "beta2**(step + 1)")),
        Edit("it counts the calls: use the argument `step`",
             ("self.m = self.beta1", "self.calls = step = vars(self).get('calls', 0) + 1; self.m = self.beta1")),
        Edit("epsilon is under the root", ("(np.sqrt(v) + self.epsilon)", "np.sqrt(v + self.epsilon)")),
        Edit("epsilon is added before v is corrected",
             (OF_V, "", "(np.sqrt(v) + self.epsilon)", "(np.sqrt(v) + self.epsilon) * (1 - self.beta2**step) ** 0.5")),
        Edit("epsilon is left out", (" + self.epsilon", "")),
        Edit("the root of v is left out", ("np.sqrt(v)", "v")),
        Edit("v is computed from gradients, not from their squares", ("gradient**2", "abs(gradient)")),
        Edit("m is updated after its use",
             ("self.m = self.beta1", "before, self.m = self.m, self.beta1", "m = self.m /", "m = before /")),
        Edit("1 - beta is left out of m and v", ("(1 - self.beta1) * ", "", "(1 - self.beta2) * ", "")),
        Edit("m_hat and v_hat are stored in m and v",
             ("m = self.m /", "m = self.m = self.m /", "v = self.v /", "v = self.v = self.v /")),
        Edit("momentum is left out where the gradient is zero", ("rate * m", "rate * (gradient != 0) * m")),
        Edit("beta1 and beta2 are swapped", ("= beta1, beta2,", "= beta2, beta1,")),
        Edit("beta2 is 0.98 in the paper, not 0.999", ("beta2=0.98", "beta2=0.999")),
        Edit("epsilon is 1e-9 in the paper, not 1e-8", ("epsilon=1e-9", "epsilon=1e-8")),
    ]  # fmt: skip

    def interface(self, data, adam):
        """`flat` changes in place, the gradient does not change, and the moments have the dtype of `flat`."""
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
                raise Finding("update must change its argument flat, not the array that Adam(flat) was given")
            if (flat == flat_before).all():
                raise Finding("update must change flat in place; `flat = flat - ...` makes another array")
            for name, kept in getattr(optimizer, "__dict__", {}).items():
                if getattr(kept, "shape", None) == flat.shape and kept.dtype != dtype:
                    raise Finding(f"Adam keeps {name} in {kept.dtype}, but flat is {flat.dtype}")

    def forward(self, data, adam):
        """Updates equal those from weighted means of all gradients so far."""
        one = random_updates(data.rng, "one step", 5, [1], epsilon=0.25)
        one = one._replace(gradients=abs(one.gradients))  # so that a square root of the gradient is finite
        if not np.isfinite(to_numpy(run(data, adam, one))).all():
            raise Finding("flat is not finite; do you use the power 0 in the first step? 1 - beta^0 is 0")
        four = random_updates(data.rng, "four steps", 5, [1, 2, 3, 4], beta1=0.7, beta2=0.9, epsilon=0.25)
        if not np.isfinite(to_numpy(run(data, adam, four))).all():
            self.compare(data, adam, one)  # it has no negative gradient, whose root would hide the cause
        sequences = (
            four,
            one,  # after several: with the first update alone many mistakes give the same
            random_updates(data.rng, "the defaults of beta1 and beta2", 7, [1, 2, 3], epsilon=0.25),
            random_updates(data.rng, "the default of epsilon", 5, [1, 2])._replace(gradients=np.full((2, 5), 1e-9)),
            random_updates(data.rng, "a first update that is step 4", 5, [4, 5, 9], epsilon=0.25),
        )
        for updates in sequences:
            self.compare(data, adam, updates)

    def adversarial(self, data, adam):
        """Zero, huge and tiny gradients; an array with one entry, and a long one."""
        updates = random_updates(data.rng, "gradients of zero", 5, [1, 2, 3])
        if not (run(data, adam, updates._replace(gradients=0 * updates.gradients)) == data.put(updates.start)).all():
            raise Finding("if all gradients are zero, flat must not change: 0 / (0 + epsilon) = 0")
        updates = random_updates(data.rng, "gradients of zero after others", 5, [1, 2, 3])
        updates.gradients[1:, ::2] = 0
        self.compare(data, adam, updates)
        for size in (1e15, 1e-15):
            updates = random_updates(data.rng, f"gradients of {size:g}", 5, [1, 2, 3])
            self.compare(data, adam, updates._replace(start=np.zeros(5), gradients=size * updates.gradients))
        for n in (1, 2 * 65536 + 3):
            self.compare(data, adam, random_updates(data.rng, f"an array of length {n}", n, [1, 2]))

    def invariants(self, data, adam):
        """A constant gradient of any size changes flat by the learning rate; entries and optimizers are independent."""
        updates = random_updates(data.rng, "", 5, [1, 2, 3, 4], epsilon=0.0)
        constant = updates._replace(gradients=np.repeat(updates.gradients[:1], 4, axis=0))
        expected = updates.start - sum(updates.rates) * np.sign(updates.gradients[0])
        assert_close("with a constant gradient, flat", run(data, adam, constant), expected, 1e-10)
        end = to_numpy(run(data, adam, updates))
        larger = run(data, adam, updates._replace(gradients=1000 * updates.gradients))
        assert_close("with epsilon = 0 and gradients 1000 times as large, flat", larger, end, 1e-10)
        turned = updates._replace(start=updates.start[::-1].copy(), gradients=updates.gradients[:, ::-1])
        assert_close("with all entries in reverse order, flat", run(data, adam, turned), end[::-1], 1e-10)
        flat, other = data.put(updates.start), data.put(updates.start)
        optimizer, neighbour = adam(flat, epsilon=0.0), adam(other, epsilon=0.0)
        for gradient, step, rate in zip(updates.gradients, updates.steps, updates.rates, strict=True):
            optimizer.update(flat, data.put(gradient), step, rate)
            neighbour.update(other, data.put(-gradient), step, rate)
        what = "two optimizers change each other's moments: keep them in self, not in the class"
        assert_small(to_numpy(flat) - end, 1e-10, what)

    def integration(self, data, adam):
        """In the training of the Transformer."""
        same_training(data, self, adam)

    def compare(self, data, adam, updates):
        for dtype, rtol in ((np.float64, 1e-10), (np.float32, 1e-4)):
            start, gradients = (each.astype(dtype).astype(np.float64) for each in (updates.start, updates.gradients))
            rounded = updates._replace(start=start, gradients=gradients)
            mistakes = self.wrong(lambda wrong, rounded=rounded: run(RandomData(0), wrong, rounded))
            with in_case(updates.name):
                right = run(RandomData(0), self.oracle, rounded)
                assert_close("flat", run(data, adam, updates, dtype), right, rtol, mistakes)


def random_updates(rng, name, n, steps, **options):
    gradients = rng.uniform(0.3, 2, (len(steps), n)) * rng.choice([-1, 1], (len(steps), n))
    return Updates(name, rng.standard_normal(n), gradients, steps, rng.uniform(0.1, 0.5, len(steps)).tolist(), options)


def run(data, adam, updates, dtype=np.float64):
    """flat after the updates.  One buffer holds all gradients in turn, as in training."""
    flat, buffer = data.put(updates.start, dtype), data.put(updates.start, dtype)
    optimizer = adam(flat, **updates.options)
    for gradient, step, rate in zip(updates.gradients, updates.steps, updates.rates, strict=True):
        buffer[...] = data.put(gradient, dtype)
        optimizer.update(flat, buffer, step, rate)
    return flat
