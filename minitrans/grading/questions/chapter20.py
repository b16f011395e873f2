"""Small exercises of chapter 20."""

import numpy as np

from ..exercises.exercise import assert_close
from .answer import expect, numbers, small


@small("20/1", "a function of side, size and channels that gives the number of patches and the numbers in a patch")
def sentence(answer):
    for side, size, channels in ((224, 16, 3), (8, 2, 1), (32, 4, 3), (12, 6, 5)):
        corners = range(0, side, size)
        patches, inside = len([(x, y) for x in corners for y in corners]), np.empty((size, size, channels)).size
        mistakes = {
            "these are the patches in one row; a picture has as many rows of them": (len(corners), inside),
            "each pixel has a number for every channel": (patches, size * size),
            "the channels are in the patches; there are no patches for each of them": (patches * channels, inside),
            "the order is: the number of patches, then the numbers in one": (inside, patches),
        }
        hint = f"wrong for {side} x {side} pixels, patches of {size} x {size} and {channels} channels: count on paper"
        expect(answer(side, size, channels), (patches, inside), hint, mistakes=mistakes)


@small("20/2", "a function of dy [P, d] and order [P] that gives the gradient of x [P, d] in y = x[order]")
def shuffled_backward(answer):
    rng = np.random.default_rng(20)
    for order in ([1, 2, 0], [2, 0, 3, 1], [0], [4, 0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 4, 1, 5]):
        dy, dx = rng.standard_normal((len(order), 3)), np.zeros((len(order), 3))
        for row, source in enumerate(order):  # y_row = x_source
            dx[source] += dy[row]
        mistakes = {
            "this shuffles dy once more; each gradient has to go back to where its row came from": dy[order],
            "dy is in the order of y, not of x": dy,
        }
        assert_close(f"dx for order = {order}", numbers(answer(dy.copy(), np.array(order))), dx, 1e-9, mistakes)


@small("20/3", "a function of dy [B, P + 1, d] that gives dx [B, P, d] and dtoken [d]")
def token_backward(answer):
    rng = np.random.default_rng(20)
    for pictures, patches, d in ((3, 4, 5), (1, 2, 3), (4, 1, 4), (2, 2, 2)):
        dy = rng.standard_normal((pictures, patches + 1, d))
        dx, dtoken = np.zeros((pictures, patches, d)), np.zeros(d)
        for picture, row in np.ndindex(pictures, patches + 1):
            if row == 0:
                dtoken += dy[picture, row]
            else:
                dx[picture, row - 1] = dy[picture, row]
        try:
            mine, token = answer(dy.copy())
        except (TypeError, ValueError):
            raise AssertionError("the function must return two arrays: dx and dtoken") from None
        where = f"for {pictures} pictures, {patches} patches and d = {d}"
        assert_close(
            f"dx {where}", numbers(mine), dx, 1e-9, {"the token comes first, the patches after it": dy[:, :-1]}
        )
        mistakes = {
            "all pictures share the token: sum over them, do not take the mean": dtoken / pictures,
            "the token is the first row only; the others are patches": dy.sum((0, 1)),
            "the token comes first, not last": dy[:, -1].sum(axis=0),
        }
        assert_close(f"dtoken {where}", numbers(token), dtoken, 1e-9, mistakes)
