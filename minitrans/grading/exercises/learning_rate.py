"""The learning rate schedule of the paper: it rises linearly, then falls with the inverse square root of the step."""

import math
from numbers import Real

import numpy as np

from ...optim import learning_rate
from .exercise import Exercise, assert_close, short_repr
from .finding import FailedCase, Finding
from .mistakes import Edit
from .whole import same_training

RETURN = "return rate *"


class LearningRate(Exercise):
    name = "learning_rate"
    wants = (learning_rate,)
    mistakes = [
        Edit("it has step + 1 in place of step: the first step is already 1",
             (RETURN, f"step = step + 1\n    {RETURN}")),
        Edit("the larger of the two is taken, not the smaller", ("* min(", "* max(")),
        Edit("it always rises: step^-0.5 is missing", ("min(step**-0.5, step * warmup**-1.5)", "step * warmup**-1.5")),
        Edit("it falls from the first step: step * warmup^-1.5 is missing", (", step * warmup**-1.5", ", 1")),
        Edit("it has warmup^-0.5 in place of warmup^-1.5", ("warmup**-1.5", "warmup**-0.5")),
        Edit("it has warmup^-1 in place of warmup^-1.5", ("warmup**-1.5", "warmup**-1.0")),
        Edit("it has warmup^1.5 in place of warmup^-1.5", ("warmup**-1.5", "warmup**1.5")),
        Edit("it has step^-1 in place of step^-0.5", ("step**-0.5", "step**-1.0")),
        Edit("d_model^-0.5 is left out", (" * d_model**-0.5", "")),
        Edit("it has d_model^0.5 in place of d_model^-0.5", ("d_model**-0.5", "d_model**0.5")),
        Edit("it has d_model^-1 in place of d_model^-0.5", ("d_model**-0.5", "d_model**-1.0")),
        Edit("the factor `rate` is left out", ("return rate * ", "return ")),
    ]  # fmt: skip

    def oracle(self, step, d_model, warmup, rate):
        rising, falling = math.log(step) - 1.5 * math.log(warmup), -math.log(step) / 2
        return rate * math.exp(min(rising, falling) - math.log(d_model) / 2)

    def interface(self, data, learning_rate):
        """It returns a number, which depends only on the arguments.  The first step is 1."""
        try:
            values = [learning_rate(step, 64, 10) for step in (1, 12, 3, 1)]
        except ZeroDivisionError as error:
            raise FailedCase("at step 1 (is 1 subtracted from the step?)") from error
        for value in (*values, learning_rate(3, 64, 10, rate=2.0)):
            if not isinstance(value, Real):
                raise Finding(f"learning_rate must return a number, not {short_repr(value)}")
        if values[0] != values[3]:
            raise Finding("two calls for step 1 give different rates: use the argument `step`, do not count the calls")

    def forward(self, data, learning_rate):
        """It equals the formula, computed with logarithms, before and after the end of the warm-up."""
        for d_model, warmup in ((13, 5), (30, 11), (512, 4000)):
            steps = [1, 2, 3, warmup - 1, warmup, warmup + 1, 3 * warmup]
            self.compare(learning_rate, steps, d_model, warmup)
            self.compare(learning_rate, steps, d_model, warmup, rate=float(data.rng.uniform(2, 3)))

    def adversarial(self, data, learning_rate):
        """A warm-up of one step, a d_model of 1, very large steps, and NumPy integers."""
        self.compare(learning_rate, [1, 2, 3, 10], 7, 1)
        self.compare(learning_rate, [1, 2, 3, 4, 5, 10**9], 1, 3)
        self.compare(learning_rate, [3, 10**6, 10**12], 1024, 10**6)
        self.compare(learning_rate, [np.int64(step) for step in (1, 2999, 3000, 10**7)], np.int64(7), np.int64(3000))
        self.compare(learning_rate, [np.int32(3)], 7, 5, rate=0.0)

    def invariants(self, data, learning_rate):
        """The peak is at step == warmup.  Half of that step has half the rate; so has four times that step."""
        d_model, warmup = (int(data.rng.integers(4, 60)) * 2 for _ in range(2))

        def rate(step, d_model=d_model, **options):
            return learning_rate(step, d_model, warmup, **options)

        rates = [rate(step) for step in range(1, 4 * warmup + 1)]
        if rates.index(max(rates)) + 1 != warmup:
            raise Finding(f"with warmup = {warmup} the highest rate is that of step {rates.index(max(rates)) + 1}")
        for what, actual, expected in (
            ("the peak, (d_model warmup)^-0.5,", max(rates), 1 / math.sqrt(d_model * warmup)),
            ("half-way to the peak, the rate", rate(warmup // 2), max(rates) / 2),
            ("at four times the warm-up, the rate", rate(4 * warmup), max(rates) / 2),
            ("with four times the d_model, the rate", rate(3, 4 * d_model), rate(3) / 2),
            ("with the factor `rate` = 5, the rate", rate(3, rate=5), 5 * rate(3)),
        ):
            assert_close(what, np.array(actual), expected, 1e-9)

    def integration(self, data, learning_rate):
        """In the training of the Transformer, before and after the end of the warm-up."""
        same_training(data, self, learning_rate)

    def compare(self, learning_rate, steps, d_model, warmup, rate=1.0):
        options = {} if rate == 1 else dict(rate=rate)
        actual = np.array([learning_rate(step, d_model, warmup, **options) for step in steps])
        s, d, w = np.array(steps, float), float(d_model), float(warmup)
        what = f"with d_model {d_model} and warmup {warmup}, the rate of steps {', '.join(map(str, steps))}"
        expected = np.array([self.oracle(each, d, w, rate) for each in s])
        with np.errstate(all="ignore"):
            wrong = self.wrong(lambda function: np.array([function(each, d, w, rate) for each in s]))
            assert_close(what, actual, expected, 1e-12, wrong)
