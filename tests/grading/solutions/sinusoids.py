import numpy as np


def sinusoids(length, d_model):
    table = np.zeros((length, d_model))
    position = np.arange(length)
    for column in range(d_model):
        pair = column // 2
        angle = position / 10000 ** (2 * pair / d_model)
        if column % 2 == 0:
            table[:, column] = np.sin(angle)
        else:
            table[:, column] = np.cos(angle)
    return table
