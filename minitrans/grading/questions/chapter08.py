"""Small exercises of chapter 8."""

from .question import ask

ask(
    "08/1",
    "a function of a list of target ids that gives (target_in, target_out), BOS = 1 and EOS = 2",
    lambda target: ([1, *target], [*target, 2]),
    tries=[([9, 7, 8],), ([5],), ([],)],
    wrong={
        "the output must be one word ahead: target_in starts with BOS, target_out ends with EOS": (
            lambda target: ([1, *target], [1, *target]),
            lambda target: ([*target, 2], [1, *target]),
        ),
        "nothing teaches the model to stop: what is the output after the last word?": (
            lambda target: ([1, *target], [*target, 0]),
            lambda target: ([1, *target], target),
            lambda target: ([1, *target[:-1]], target),
        ),
    },
)
