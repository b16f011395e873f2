"""Small exercises of chapter 4."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("04/1", "a function of dx [n, d] and x_hat [n, d] that gives the largest violation of LayerNorm's two rules")
def largest_violation(answer):
    for sums, products, sign in ((1.5, 0.5, -1), (0.25, 3.0, -1), (1.5, 0.5, 1), (0.25, 3.0, 1)):
        # Two rows, three times: the first has the product `products` with x_hat, the second the sum `sums`.
        x_hat = np.array([[-1.0, -1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0]] * 3)
        dx = sign * np.array([[0.0, -products / 2, 0.0, products / 2], [sums / 2, sums / 2, 0.0, 0.0]] * 3)
        given, right = numbers(answer(dx.copy(), x_hat.copy())), max(sums, products)
        if sums != right and np.array_equal(given, sums):
            raise AssertionError("the sums of the rows are there; a factor is a change that LayerNorm ignores as well")
        if products != right and np.array_equal(given, products):
            raise AssertionError("the products with x_hat are there; LayerNorm ignores an added constant as well")
        expect(
            given,
            right,
            "there are two numbers per row: which two directions does the gradient not have?",
            "take the sum of each row and its product with x_hat; then absolute values, then the largest of all",
        )


@small("04/2", "dx of LayerNorm for x = [0, 0, 6, 6], dy = [0, 4, 0, 0], gamma = 1, eps = 0, an array of 4")
def gradient_by_hand(answer):
    given, right = numbers(answer), np.array([-2, 2, 0, 0]) / 3
    for mistake, hint in (
        (3 * right, "one factor is left: what does LayerNorm divide by?"),
        (right / 3, "you divided by the variance, but the formula has the standard deviation"),
        (np.array([-1, 3, -1, -1]) / 3, "the mean is subtracted; x also reaches the result through sigma"),
        (np.array([-1, 3, 1, 1]) / 3, "the term with x-hat is there; x also reaches the result through the mean"),
        (np.array([0, 4, 0, 0]) / 3, "here mu and sigma are treated as fixed, but they depend on x"),
        (np.array([0, 4, -2, -2]) / 3, "check the sign of the mean of g x-hat"),
    ):
        if given.shape == (4,) and np.allclose(given, mistake, atol=1e-9):
            raise AssertionError(hint)
    if given.shape == (4,) and 1e-5 < abs(given - right).max() < 0.01:
        raise AssertionError("this is right but rounded; answer with fractions, such as 1 / 3")
    expect(
        given,
        right,
        "begin with mu, sigma and x-hat of this row; then the two means over the row",
        "sigma is 3, x-hat is -1, -1, 1, 1; now the mean of dy and the mean of dy times x-hat",
    )


@small(
    "04/3",
    "a function of v and c that gives [post, pre], the numbers of sub-layers after which the correlation is below c",
)
def depth_until(answer):
    for v, c in ((0.32, 0.1), (1.0, 0.3), (0.1, 0.45)):
        post, pre = 2 * np.log(1 / c) / np.log(1 + v), (1 / c**2 - 1) / v
        right, given = np.ceil([post, pre]), numbers(answer(v, c))
        where = f"for v = {v}, c = {c}"
        if given.shape != (2,):
            raise AssertionError(f"{where}: return two numbers, [post, pre]")
        if np.array_equal(given, right[::-1]):
            raise AssertionError(f"{where}: the order is [post, pre]")
        if np.array_equal(given, right - 1):
            raise AssertionError(
                f"{where}: one sub-layer is missing; after that many the correlation is not below c yet"
            )
        if (given != np.round(given)).any():
            raise AssertionError(f"{where}: give whole numbers; a stack has no half sub-layers")
        if given[0] != right[0]:
            raise AssertionError(
                f"{where}: post is wrong; by which factor does one sub-layer change the correlation?",
                f"{where}: post is wrong; LayerNorm divides the sum by its standard deviation, the root of 1 + v",
            )
        expect(
            given,
            right,
            f"{where}: pre is wrong; what is the variance of the stream after N sub-layers?",
            f"{where}: pre is wrong; the part that is the start keeps variance 1 in a stream of variance 1 + v N",
        )


@small("04/4", "a function of dy [n, d] and x [n, d] that gives dx for y = x / sqrt(mean(x^2)) in each row")
def rms_norm(answer):
    rng = np.random.default_rng(4)
    dy, x = rng.standard_normal((2, 3, 5))
    right = np.empty_like(x)
    for row in range(3):
        for j in range(5):
            shift = np.zeros(5)
            shift[j] = 1e-5
            ahead, behind = ((x[row] + s) / np.sqrt(np.mean((x[row] + s) ** 2)) for s in (shift, -shift))
            right[row, j] = sum(dy[row] * (ahead - behind)) / 2e-5
    rms = np.sqrt((x * x).mean(axis=1, keepdims=True))
    y = x / rms
    along = y * (dy * y).mean(axis=1, keepdims=True)
    mistakes = {
        "y does not subtract a mean, so dx has no term for it": (dy - dy.mean(axis=1, keepdims=True) - along) / rms,
        "the root mean square also depends on x: its term is missing": dy / rms,
        "the division by the root mean square is missing": dy - along,
    }
    assert_close("dx", answer(dy.copy(), x.copy()), right, 1e-6, mistakes)


@small("04/5", "the factor by which dx of a LayerNorm changes if x is multiplied by 10, a number")
def scaled_input(answer):
    if np.array_equal(numbers(answer), 10):
        raise AssertionError("the output does not change, so how can the slope along a larger input be larger?")
    if np.array_equal(numbers(answer), 1):
        raise AssertionError("the output does not change, but a small change of x is smaller relative to x now")
    expect(
        answer,
        0.1,
        "which of g, x-hat and sigma change?",
        "x-hat stays as it is, and sigma is 10 times as large; where is sigma in the formula of dx?",
    )


@small("04/6", "a function of x, sublayer, norm that gives the pre-norm residual connection")
def pre_norm(answer):
    x = np.array([[1.0, 2.0, 6.0], [0.0, -3.0, 3.0]])

    def norm(rows):
        return (rows - rows.mean(axis=1, keepdims=True)) / rows.std(axis=1, keepdims=True)

    def sublayer(rows):
        return rows[:, ::-1] ** 2 + 0.5

    mistakes = {
        "the stream itself is normalised; only what the sub-layer reads should be": norm(x) + sublayer(norm(x)),
        "this is post-norm": norm(x + sublayer(x)),
        "the norm comes after the sub-layer; the sub-layer should read normalised rows": x + norm(sublayer(x)),
        "the sub-layer reads rows that are not normalised": x + sublayer(x),
        "the residual connection is missing": sublayer(norm(x)),
    }
    assert_close("the stream", answer(x.copy(), sublayer, norm), x + sublayer(norm(x)), 1e-9, mistakes)
