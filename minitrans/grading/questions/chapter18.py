"""Small exercises of chapter 18."""

from .question import ask, between


def stutters(words, times=3, same=str):
    """same: what two words have in common if they count as one"""
    words = [same(word) for word in words]
    return any(len(set(words[i : i + times])) == 1 for i in range(len(words) - times + 1))


ask(
    "18/1",
    "the share of BLEU that is left when most articles are wrong: 0.98, 0.8 or 0.3",
    0.8,
    wrong={"how many runs of two, three and four words contain an article?": 0.98},
    judge=between(
        0.7,
        0.9,
        "how many runs of two, three and four words contain an article?",
        "try it: replace the words in `outputs` and score them with minitrans.tasks.bleu.score",
    ),
)

ask(
    "18/2",
    "a function of a list of words that is True if a word stands three times in a row",
    stutters,
    tries=[
        (line.split(),)
        for line in ("a a a", "a b b b c", "a a b a a", "", "a a", "x a b a b a b", "a a a a", "das dem den", "aaa b")
    ],
    wrong={
        "four times in a row are three times, too": lambda words: stutters(words) and not stutters(words, 4),
        "words that begin alike are not the same": lambda words: stutters(words, same=lambda word: word[0]),
        "letters are no words": lambda words: stutters("".join(words)),
    },
)

ask(
    "18/3",
    "a function of row, a number, and base, a list of numbers, that is True if row is outside of their range",
    lambda row, base: not min(base) <= row <= max(base),
    tries=[
        (row, base)
        for base, rows in (
            ([30.5, 29.5, 31.0, 30.0], (29.0, 29.5, 30.0, 30.33, 31.0, 31.5)),
            ([20.0, 10.0], (9.5, 11.0, 20.5)),
        )
        for row in rows
    ],
    wrong={
        "base is not sorted": lambda row, base: not base[1] <= row <= base[0],
        "the range does not depend on the mean": lambda row, base: abs(row - sum(base) / len(base)) > 0.85,
    },
)

ask(
    "18/4",
    "the probability that a fourth random number lies outside of the range of three others, a number",
    0.5,
    wrong={"it may be below all of them or above all of them": 0.25},
    hints=("all orders are equally probable: in how many of four places is the fourth outside?",),
)
