"""Variants as exercises: they have the stages of the exercise that they vary."""

import inspect
from copy import copy
from functools import partial

import numpy as np

from ..exercises.exercise import Exercise
from ..exercises.finding import Finding
from ..exercises.operation import Operation, place


class Varied(Exercise):
    """What all variants of exercises share.  base: the exercise"""

    def __init__(self, base, seed, variant):
        defined = {}
        exec(variant.source, {"np": np}, defined)
        self.base, self.seed, self.variant, self.source = copy(base), seed, variant, variant.source
        vars(self.base).update(variant.terms)
        self.name, self.wants = base.name, tuple(defined[name] for name in base.names())
        self.stub_flags = f" --variant {seed}"
        self.asked = f"{variant.text} (variant {seed})"
        self.__doc__ = f"This is variant {seed}, and not the version of the book: {variant.text}."


class VariedFunction(Varied):
    """A variant of an exercise that is no Operation.  Its stages see the student's function as one of the book's."""

    def __init__(self, base, seed, variant):
        super().__init__(base, seed, variant)
        for stage in base.stages():
            setattr(self, stage, partial(self.run, stage))

    def run(self, stage, data, *functions):
        getattr(self.base, stage)(data, *self.standard(*functions))

    def standard(self, function):
        return [self.variant.standard(function)]


class VariedOperation(Varied, Operation):
    """A variant of an Operation.  Cases, oracle and mistakes are changed, so that messages have the variant's axes."""

    def __init__(self, base, seed, variant):
        super().__init__(base, seed, variant)
        self.signature = inspect.signature(base.wants[0])

    def cases(self, rng):
        return [self.case(each) for each in self.base.cases(rng)]

    def hard(self, rng):
        return [self.case(each) for each in self.base.hard(rng)]

    def interface(self, data, forward, backward):
        self.refuse_the_book(data, forward)
        super().interface(data, forward, backward)

    def gradient(self, data, forward, backward):
        self.refuse_the_book(data, forward)
        super().gradient(data, forward, backward)

    def invariants(self, data, forward, backward):
        self.refuse_the_book(data, forward)
        super().invariants(data, forward, backward)

    def refuse_the_book(self, data, forward):
        """The book's solution would pass these stages, because its backward fits its forward."""
        for case in self.cases(data.rng):
            inputs, constants = place(data, case, np.float64)
            try:
                y, book = (each(*inputs, **constants)[0] for each in (forward, self.base.wants[0]))
                if not (abs(y - book) < 1e-9).all():
                    return
            except Exception:  # the book's function does not accept these arguments, or the student's has a fault
                return
        raise Finding("this function computes what the book's does")

    def case(self, case):
        inputs, constants = self.arguments(case.inputs, case.constants)
        return case._replace(inputs=inputs, constants=constants)

    def arguments(self, inputs, constants):
        """The library's arguments -> the variant's"""
        changes = [(old, new, to) for old, (new, to, _) in self.variant.constants.items()]
        changed = [c.to(x) for c, x in zip(self.variant.inputs, inputs, strict=True)]
        return self.ordered(changed), renamed(constants, changes, inputs)

    def library_arguments(self, inputs, constants):
        """The variant's arguments -> the library's"""
        inputs = [c.back(x) for c, x in zip(self.variant.inputs, self.unordered(inputs), strict=True)]
        changes = [(new, old, back) for old, (new, _, back) in self.variant.constants.items()]
        return inputs, self.variant.defaults | renamed(constants, changes, inputs)

    def ordered(self, each):
        return [each[i] for i in self.variant.order]

    def unordered(self, each):
        return [each[self.variant.order.index(i)] for i in range(len(each))]

    def oracle(self, *inputs, **constants):
        inputs, constants = self.library_arguments(inputs, constants)
        return self.variant.y.to(self.base.oracle(*inputs, **constants))

    def wrong_forwards(self, *inputs, **constants):
        inputs, constants = self.library_arguments(inputs, constants)
        wrong = self.base.wrong_forwards(*inputs, **constants)
        return {cause: self.variant.y.to(y) for cause, y in wrong.items()}

    def wrong_backwards(self, dy, *inputs, **constants):
        inputs, constants = self.library_arguments(inputs, constants)
        wrong = self.base.wrong_backwards(self.variant.y.gradient_back(dy), *inputs, **constants)

        def changed(gradients):
            pairs = zip(self.variant.inputs, gradients, strict=True)
            return self.ordered([None if dx is None else change.gradient_to(dx) for change, dx in pairs])

        return [mistake._replace(gradients=changed(mistake.gradients)) for mistake in wrong]

    def properties(self, data, forward, backward):
        self.base.properties(data, *self.standard(forward, backward))

    def integration(self, data, forward, backward):
        self.base.integration(data, *self.standard(forward, backward))

    def standard(self, forward, backward):
        """The student's functions as those of the book: they take its arguments and give its results."""
        variant = self.variant

        def standard_forward(*arguments, **constants):
            defaults = {name: self.signature.parameters[name].default for name in variant.defaults}
            constants = self.signature.bind(*arguments, **defaults | constants).arguments
            inputs = [constants.pop(name) for name in list(constants)[: len(variant.inputs)]]
            inputs, constants = self.arguments(inputs, constants)
            y, cache = forward(*inputs, **constants)
            return variant.y.back(y), cache

        def standard_backward(dy, cache):
            gradients = self.unordered(backward(variant.y.gradient_to(dy), cache))
            return tuple(c.gradient_back(dx) for c, dx in zip(variant.inputs, gradients, strict=True))

        return [standard_forward, standard_backward]


def renamed(constants, changes, inputs):
    """The constants with other names and values.  changes: [(name, new name, function of the value and the inputs)]"""
    constants = dict(constants)
    for old, new, change in changes:
        if (value := constants.pop(old, None)) is not None:
            constants[new] = change(value, inputs)
    return constants
