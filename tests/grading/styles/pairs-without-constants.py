from minitrans.grading.my_transformer.tape import Tensor


def logits_forward(x, table):
    return x @ table.T, (x, table)


def logits_backward(dy, cache):
    return dy @ cache[1], dy.T @ cache[0]


def apply(pair, *operands, **constants):
    y, cache = pair[0](*(x.data for x in operands), **constants)
    return Tensor(y, True, operands, lambda dy: pair[1](dy, cache))
