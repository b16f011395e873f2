"""The mistakes that `planted_mistake` plants, and how each shows in a gradient check.

{operation: {the mistake, in the words of its exercise's `wrong_backwards`: what it shows and no other one does}}
"""

SUSPECTS = {
    "softmax": {
        "only y * dy: the sum over the row is missing; it comes from the denominator of the softmax": (
            "dx is y * dy, each entry by itself: with dy all ones it is y, where it should be 0"
        ),
        "y (1 - y) dy: only the diagonal of the Jacobian": (
            "dx is right where dy has its only 1, and 0 at all other entries; with dy all ones it is y (1 - y), not 0"
        ),
        "the sum runs over the wrong axis": (
            "the rows mix: with dy = 0 in all rows but one, the other rows get a gradient too"
        ),
        "the sum over the row is not weighted by y": (
            "with dy all ones, dx is not 0 but y times 1 - n: the plain sum of n ones is subtracted, not their mean"
        ),
    },
    "cross_entropy": {
        "padding gets a gradient: its rows must be zero": "only the rows of padding are wrong",
        "dloss is ignored": "every row is right with dy = 1, and with dy = 2 every row is half of what it should be",
        "the target is not subtracted from the softmax": (
            "no row sums to 0 but those of padding, and all entries have the sign of dy: they are the softmax alone"
        ),
        "it is divided by the number of words: the loss is a sum, not a mean": (
            "everything is right but for one factor, whatever dy is: the number of targets that are no padding"
        ),
        "smoothing is ignored": (
            "it is right with smoothing = 0; with more the rows still sum to 0, so the target has too much of them and "
            "all others too little"
        ),
        "the target keeps a weight of 1: it must get 1 - smoothing + smoothing / V": (
            "only the entries of the targets are wrong, and no row sums to 0"
        ),
    },
    "linear": {
        "dweight: a mean for a sum over the rows": (
            "only dweight is wrong, by one factor: the number of rows; with one row of one sentence it is right"
        ),
        "dbias: a mean for a sum over the rows": (
            "only dbias is wrong, by one factor: the number of rows; with one row of one sentence it is right"
        ),
        "dweight keeps the last sentence only: = in place of +=": (
            "only dweight is wrong, and by no factor; it does not change when dy of the first sentence does"
        ),
        "dbias keeps the last sentence only: = in place of +=": (
            "only dbias is wrong, and by no factor; it does not change when dy of the first sentence does"
        ),
        "dx passes on only where x is positive, like a ReLU": "only dx is wrong: right where x > 0, and 0 elsewhere",
    },
    "layer_norm": {
        "gamma is left out of dx": (
            "only dx is wrong, and right if gamma is all ones; its rows sum to 0, so both means are taken"
        ),
        "gamma is applied after the means: take the means of dy * gamma": (
            "only dx is wrong, and right if gamma is all ones; but its rows do not sum to 0"
        ),
        "dx lacks the term of the mean": (
            "the error is one number for all entries of a row: the mean of dy * gamma over the standard deviation"
        ),
        "dx lacks the term of the standard deviation": (
            "the rows of dx sum to 0, and the error of a row is x-hat times one number"
        ),
        "dx lacks both the term of the mean and that of the standard deviation": (
            "each entry stands for itself: with dy = 1 at one entry and 0 elsewhere, dx is 0 elsewhere too"
        ),
        "dx is not divided by the standard deviation": (
            "each row of dx is the right one times one number, its standard deviation"
        ),
        "dgamma lacks x-hat": "dx is right, and dgamma is equal to dbeta",
    },
    "scaled_dot_product_attention": {
        "1/sqrt(d_k) is missing in dq": "only dq is wrong, by the factor sqrt(d_k)",
        "1/sqrt(d_k) is missing in dk": "only dk is wrong, by the factor sqrt(d_k)",
        "1/sqrt(d_k) is missing in dq and dk": "dq and dk are wrong by the same factor, sqrt(d_k)",
        "dq and dk are divided by the root of d_v, not of d_k": (
            "dq and dk are wrong by the same factor, sqrt(d_k / d_v)"
        ),
        "the softmax's backward lacks the sum over the row": (
            "dq and dk are wrong by no factor, also with a single key, whose weight is always 1, so that both must be 0"
        ),
        "w (1 - w) dw: only the diagonal of the softmax's Jacobian": (
            "dq and dk are wrong by no factor, but right with a single key, where w (1 - w) is 0"
        ),
    },
}
