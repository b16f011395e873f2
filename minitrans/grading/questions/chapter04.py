"""Small exercises of chapter 4."""

import numpy as np

from .question import ask


def violation(sums, products, sign):
    """dx and x_hat of six rows: the odd ones have the product `products` with x_hat, the even ones the sum `sums`."""
    x_hat = np.array([[-1.0, -1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0]] * 3)
    return sign * np.array([[0.0, -products / 2, 0.0, products / 2], [sums / 2, sums / 2, 0.0, 0.0]] * 3), x_hat


def largest(*rules):
    return lambda dx, x_hat: max(abs(rule(dx, x_hat)).max() for rule in rules)


def sums(dx, x_hat):
    return dx.sum(axis=1)


def products(dx, x_hat):
    return (dx * x_hat).sum(axis=1)


ask(
    "04/1",
    "a function of dx [n, d] and x_hat [n, d] that gives the largest violation of LayerNorm's two rules",
    largest(sums, products),
    tries=[violation(*each) for each in ((1.5, 0.5, -1), (0.25, 3.0, -1), (1.5, 0.5, 1), (0.25, 3.0, 1))],
    wrong={
        "the sums of the rows are there; a factor is a change that LayerNorm ignores as well": largest(sums),
        "the products with x_hat are there; LayerNorm ignores an added constant as well": largest(products),
        "a violation can be negative": (
            lambda *a: max(sums(*a).max(), products(*a).max()),
            lambda *a: -min(sums(*a).min(), products(*a).min()),
        ),
        "the two rules are about rows, not about columns": largest(sums, products, lambda dx, _: dx.sum(axis=0)),
    },
    hints=(
        "there are two numbers per row: which two directions does the gradient not have?",
        "take the sum of each row and its product with x_hat; then absolute values, then the largest of all",
    ),
)

ask(
    "04/2",
    "dx of LayerNorm for x = [0, 0, 6, 6], dy = [0, 4, 0, 0], gamma = 1, eps = 0, an array of 4",
    [-2 / 3, 2 / 3, 0, 0],
    wrong={
        "one factor is left: what does LayerNorm divide by?": [-2, 2, 0, 0],
        "you divided by the variance, but the formula has the standard deviation": [-2 / 9, 2 / 9, 0, 0],
        "the mean is subtracted; x also reaches the result through sigma": [-1 / 3, 1, -1 / 3, -1 / 3],
        "the term with x-hat is there; x also reaches the result through the mean": [-1 / 3, 1, 1 / 3, 1 / 3],
        "here mu and sigma are treated as fixed, but they depend on x": [0, 4 / 3, 0, 0],
        "check the sign of the mean of g x-hat": [0, 4 / 3, -2 / 3, -2 / 3],
        "this is right but rounded; answer with fractions, such as 1 / 3": tuple(
            [-round(2 / 3, digits), round(2 / 3, digits), 0, 0] for digits in (2, 3, 4)
        ),
    },
    hints=(
        "begin with mu, sigma and x-hat of this row; then the two means over the row",
        "sigma is 3, x-hat is -1, -1, 1, 1; now the mean of dy and the mean of dy times x-hat",
    ),
)


def depths(v, c):
    return np.array([2 * np.log(1 / c) / np.log(1 + v), (1 / c**2 - 1) / v])


def which_is_wrong(given, right):
    if (given != np.round(given)).any():
        return ["give whole numbers; a stack has no half sub-layers"]
    if given[0] != right[0]:
        return [
            "post is wrong; by which factor does one sub-layer change the correlation?",
            "post is wrong; LayerNorm divides the sum by its standard deviation, the root of 1 + v",
        ]
    return [
        "pre is wrong; what is the variance of the stream after N sub-layers?",
        "pre is wrong; the part that is the start keeps variance 1 in a stream of variance 1 + v N",
    ]


ask(
    "04/3",
    "a function of v and c that gives [post, pre], the numbers of sub-layers after which the correlation is below c",
    lambda v, c: np.ceil(depths(v, c)),
    tries=[(0.32, 0.1), (1.0, 0.3), (0.1, 0.45)],
    wrong={
        "the order is [post, pre]": lambda v, c: np.ceil(depths(v, c))[::-1],
        "one sub-layer is missing; after that many the correlation is not below c yet": lambda v, c: np.floor(
            depths(v, c)
        ),
    },
    hints=which_is_wrong,
)


def rms_norm(dy, x, mean=0, along=1):
    """dx times the root mean square"""
    y = x / rms(x)
    return dy - mean * dy.mean(axis=1, keepdims=True) - along * y * (dy * y).mean(axis=1, keepdims=True)


def rms(x):
    return np.sqrt((x * x).mean(axis=1, keepdims=True))


ask(
    "04/4",
    "a function of dy [n, d] and x [n, d] that gives dx for y = x / sqrt(mean(x^2)) in each row",
    lambda dy, x: rms_norm(dy, x) / rms(x),
    tries=[tuple(np.random.default_rng(4).standard_normal((2, 3, 5)))],
    wrong={
        "y does not subtract a mean, so dx has no term for it": lambda dy, x: rms_norm(dy, x, mean=1) / rms(x),
        "the root mean square also depends on x: its term is missing": lambda dy, x: dy / rms(x),
        "the division by the root mean square is missing": rms_norm,
    },
)

ask(
    "04/5",
    "the factor by which dx of a LayerNorm changes if x is multiplied by 10, a number",
    0.1,
    wrong={
        "the output does not change, so how can the slope along a larger input be larger?": 10,
        "the output does not change, but a small change of x is smaller relative to x now": 1,
    },
    hints=(
        "which of g, x-hat and sigma change?",
        "x-hat stays as it is, and sigma is 10 times as large; where is sigma in the formula of dx?",
    ),
)


def norm(rows):
    return (rows - rows.mean(axis=1, keepdims=True)) / rows.std(axis=1, keepdims=True)


ask(
    "04/6",
    "a function of x, sublayer, norm that gives the pre-norm residual connection",
    lambda x, sublayer, norm: x + sublayer(norm(x)),
    tries=[(np.array([[1.0, 2.0, 6.0], [0.0, -3.0, 3.0]]), lambda rows: rows[:, ::-1] ** 2 + 0.5, norm)],
    wrong={
        "the stream itself is normalised; only what the sub-layer reads should be": lambda x, sublayer, norm: (
            norm(x) + sublayer(norm(x))
        ),
        "this is post-norm": lambda x, sublayer, norm: norm(x + sublayer(x)),
        "the norm comes after the sub-layer; the sub-layer should read normalised rows": lambda x, sublayer, norm: (
            x + norm(sublayer(x))
        ),
        "the sub-layer reads rows that are not normalised": lambda x, sublayer, norm: x + sublayer(x),
        "the residual connection is missing": lambda x, sublayer, norm: sublayer(norm(x)),
    },
)
