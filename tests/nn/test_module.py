"""Names of parameters, the flat buffer that holds them, and replicas that share it."""

import threading

import numpy as np

from minitrans.nn.module import Module
from minitrans.tensor import Tensor, apply


class Part(Module):
    def __init__(self, start):
        self.weight = Tensor(start + np.arange(6.0).reshape(2, 3))
        self.bias = Tensor(start + np.arange(3.0))
        self.constant = Tensor(np.ones(2), requires_grad=False)
        self.name, self.rate = "no parameter", 0.5


class Whole(Module):
    def __init__(self):
        self.table = Tensor(np.array([[100.0, 101.0]]))
        self.parts = [Part(0), Part(10)]
        self.last = Part(20)
        self.same_table = self.table
        self.last.borrowed = self.parts[0].weight
        self.flatten()

    def run(self):
        """A product that depends on every parameter."""
        y = self.table
        for part in [*self.parts, self.last]:
            y = apply("linear", y, part.weight, part.bias) @ Tensor(np.ones((3, 2)), requires_grad=False)
        return y


NAMES = "table parts.0.weight parts.0.bias parts.1.weight parts.1.bias last.weight last.bias".split()


def test_a_module_is_printed_with_the_number_of_its_parameters():
    assert repr(Part(0)) == "Part(9 parameters)"
    assert repr(Whole()) == "Whole(29 parameters)"  # tied parameters count once


def test_every_parameter_is_found_once_in_order_of_definition():
    assert list(Whole().parameters()) == NAMES


def test_parameters_in_lists_tuples_and_dicts():
    model, x, y = Module(), Tensor([1.0]), Tensor([2.0])
    model.rows, model.named = (x, [Part(0)]), {"a": {"b": y}}
    assert [*model.parameters()] == ["rows.0", "rows.1.0.weight", "rows.1.0.bias", "named.a.b"]


def test_tensors_without_gradient_are_no_parameters():
    model = Whole()
    model.table.requires_grad = False
    assert list(model.parameters()) == NAMES[1:]


def test_flat_holds_the_parameters_one_after_the_other():
    model = Whole()
    expected = [100, 101, *range(6), *range(3), *range(10, 16), *range(10, 13), *range(20, 26), *range(20, 23)]
    np.testing.assert_array_equal(model.flat, expected)
    assert model.flat.shape == model.flat_grad.shape and not model.flat_grad.any()
    assert [t.data.shape for t in model.parameters().values()] == [(1, 2)] + [(2, 3), (3,)] * 3


def test_parameters_and_gradients_are_views_of_the_buffers():
    model = Whole()
    model.flat *= 2
    model.flat_grad[:] = np.arange(model.flat.size)
    assert model.last.bias.data.tolist() == [40, 42, 44]
    assert model.last.bias.grad.tolist() == [26, 27, 28]
    model.parts[1].weight.data[0, 0] = -1
    assert (model.flat == -1).sum() == 1
    assert model.same_table.data is model.table.data and model.last.borrowed.data is model.parts[0].weight.data


def test_replica_shares_weights():
    model = Whole()
    twin = model.replica()
    assert twin.flat is model.flat and list(twin.parameters()) == NAMES
    for name, tensor in twin.parameters().items():
        assert tensor is not model.parameters()[name]
        assert tensor.data is model.parameters()[name].data
    model.flat += 1  # an update
    np.testing.assert_array_equal(twin.run().data, model.run().data)


def test_replica_has_gradients_of_its_own():
    model = Whole()
    twin = model.replica()
    assert twin.same_table is twin.table and twin.last.borrowed is twin.parts[0].weight
    model.flat_grad[:] = 7
    twin.run().backward()
    np.testing.assert_array_equal(model.flat_grad, np.full(model.flat.size, 7))
    gradient = twin.flat_grad.copy()
    model.flat_grad[:] = 0
    model.run().backward()
    np.testing.assert_array_equal(twin.flat_grad, gradient)
    np.testing.assert_array_equal(model.flat_grad, gradient)
    for tensor in twin.parameters().values():
        assert np.shares_memory(tensor.grad, twin.flat_grad)
        assert not np.shares_memory(tensor.grad, model.flat_grad)


def test_replica_of_a_replica_and_of_a_model_with_gradients():
    model = Whole()
    model.run().backward()
    twin = model.replica().replica()
    assert twin.flat is model.flat and not twin.flat_grad.any() and model.flat_grad.any()


def test_replicas_run_at_the_same_time():
    model = Whole()
    replicas = [model.replica() for _ in range(4)]
    threads = [threading.Thread(target=lambda r=r: [r.run().backward() for _ in range(20)]) for r in replicas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    model.run().backward()
    for replica in replicas:
        np.testing.assert_allclose(replica.flat_grad, 20 * model.flat_grad, rtol=1e-12)
