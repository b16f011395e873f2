import numpy as np
import pytest

from minitrans.tensor import Tensor, apply
from minitrans.views.book.writer import LOSSES, Text, compare


@pytest.fixture(scope="module")
def text():
    return Text()


def test_a_row_is_a_sentence_behind_the_mark_before_it(text):
    said = [" ".join(text.words[i] for i in row if i) for row in text.train[:3]]
    assert said[0] == ". His father did not love his grandmother ."
    assert said[1] == ". When must you send the child the books ?"
    assert said[2].startswith("? The singer who should ")


def test_a_model_that_knows_nothing_has_the_loss_of_a_uniform_guess(text):
    V = len(text.words)
    loss = text.loss(lambda ids: Tensor(np.zeros((ids.size, V))))
    assert loss == pytest.approx(np.log(V))


def test_counted_pairs_have_the_loss_of_chapter_0b(text):
    """There, 0.01 is added to each count of 554 words, and 4,470 of these 4,471 words are predicted."""
    V, before, after = len(text.words), text.train[:, :-1], text.train[:, 1:]
    counts = np.full((V, V), 0.01)
    np.add.at(counts, (before[after > 0], after[after > 0]), 1)
    counts[:, 0] = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.nan_to_num(np.log(counts / counts.sum(axis=1, keepdims=True)), neginf=-100)
    assert text.loss(lambda ids: Tensor(logs[ids.ravel()])) == pytest.approx(3.115, abs=2e-3)


def test_learning_lowers_the_loss(text):
    table = Tensor(np.zeros((len(text.words),) * 2))

    def predict(ids):
        return apply("embedding", table, ids=ids.ravel())

    before = text.loss(predict)
    text.learn(predict, table, steps=20, rate=0.1)
    assert text.loss(predict) < before - 0.1


def test_what_it_writes_follows_the_whole_sentence(text):
    """A model that is sure: it says the first training sentence, and after its end begins again."""
    first = text.train[0][text.train[0] > 0]

    def predict(ids):
        z = np.zeros((ids.size, len(text.words)))
        z[-1, first[ids.shape[1]]] = 100
        return Tensor(z)

    said = "His father did not love his grandmother."
    assert text.write(predict, count=16).replace("\n", " ") == f"{said} {said}"


def test_the_table_ends_with_the_loss_of_this_chapter(capsys):
    compare(1, 2.0)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].split()[:3] == ["3.13", "22.9", "0b:"]
    assert lines[2].split()[:3] == ["2.00", "7.4", "1:"]
    assert lines[2].endswith(LOSSES["1"][1])
