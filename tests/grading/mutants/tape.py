"""Faults planted in solutions/tape.py: old text, new text, the stage that finds it, words of its message."""

BACKWARD = "def backward(self, dy=None):"
BY_PATHS = """def backward(self, dy=None):
        todo = [(self, np.ones_like(self.data) if dy is None else dy)]
        while todo:
            tensor, gradient = todo.pop()
            if tensor.slopes is None and tensor.requires_grad:
                tensor.grad = gradient + (0 if tensor.grad is None else tensor.grad)
            for parent, share in zip(tensor.parents, tensor.slopes(gradient) if tensor.slopes else ()):
                todo.append((parent, fit(share, parent.data.shape)))

    def another(self, dy=None):"""
SUM_SO_FAR = """def backward(self, dy=None):
        sums = {}

        def visit(tensor, gradient):
            sums[tensor] = gradient + sums.get(tensor, 0)
            for parent, share in zip(tensor.parents, tensor.slopes(sums[tensor]) if tensor.slopes else ()):
                visit(parent, fit(share, parent.data.shape))

        visit(self, np.ones_like(self.data) if dy is None else dy)
        for tensor, gradient in sums.items():
            tensor.grad = gradient + (0 if tensor.grad is None else tensor.grad)

    def another(self, dy=None):"""
COUNT = """        while todo:
            for parent in todo.pop().parents:
                if parent not in waiting:
                    waiting[parent] = 0
                    todo.append(parent)
                waiting[parent] += 1
"""
COUNT_RECURSIVELY = """
        def visit(tensor):
            for parent in tensor.parents:
                if parent not in waiting:
                    waiting[parent] = 0
                    visit(parent)
                waiting[parent] += 1

        visit(self)
"""
WAIT = """                waiting[parent] -= 1
                if waiting[parent] == 0:
"""
DO_NOT_WAIT = """                if waiting.pop(parent, 0):
"""
SUM = "Tensor(self.data + other.data, True, (self, other), lambda dy: (dy, dy))"
SUM_IN_PLACE = SUM.replace("self.data + other.data", "np.add(self.data, other.data, out=self.data)")
ARRIVED = "arrived[parent] + share if"
IN_PLACE = "np.add(arrived[parent], share, out=arrived[parent]) if"
KEPT = "tensor.grad = before + gradient"
FIRST_KEPT = "tensor.grad = gradient if tensor.grad is None else before + gradient"
DY = "np.ones_like(self.data) if dy is None else dy"

MUTANTS = [
    (SUM, "self.data + other.data", "interface", "must be a Tensor, not ndarray"),
    ("self.grad = data, ", "self.grad = data.astype(float), ", "interface", "data is float64"),
    ("np.ones_like(self.data)", "np.ones(self.data.shape)", "interface", "float64 where"),
    (SUM, SUM_IN_PLACE, "interface", "x + y has changed"),
    ("requires_grad, None", "requires_grad, np.ones_like(data)", "interface", "None or zeros"),
    ("Tensor(a @ b", "Tensor(b @ a", "forward", "x and y are swapped"),
    (DY, "np.ones_like(self.data)", "gradient", "dy is ignored"),
    ("(dy * b, dy * a)", "(dy * a, dy * b)", "gradient", "x itself is used"),
    ("(dy * b, dy * a)", "(dy, dy)", "gradient", "not multiplied by the other operand"),
    ("(dy @ b_t, a_t @ dy)", "(b_t @ dy, dy @ a_t)", "gradient", "the factors are swapped: dx = dz y^T"),
    ("dy @ b_t", "dy @ b", "gradient", "the gradient of x is wrong"),
    ("a_t @ dy", "a @ dy", "gradient", "the other operand is not transposed"),
    ("a.swapaxes(-1, -2), b.swapaxes(-1, -2)", "a.T, b.T", "gradient", ".T reverses all axes"),
    ("gradient.ndim > len(shape)", "False", "gradient", "a broadcast not summed"),
    ("length == 1", "False", "gradient", "a broadcast not summed"),
    (", keepdims=True", "", "gradient", "has shape"),
    ("gradient.sum(axis=0)", "gradient.mean(axis=0)", "gradient", "a mean for a sum"),
    ("before + gradient", "1 * gradient", "gradient", "overwritten, not accumulated"),
    (ARRIVED, "share if", "adversarial", "is lost"),
    (ARRIVED, IN_PLACE, "adversarial", "backward(dy) has changed"),
    (WAIT, DO_NOT_WAIT, "adversarial", "is lost"),
    (BACKWARD, SUM_SO_FAR, "adversarial", "counts twice"),
    (BACKWARD, BY_PATHS, "adversarial", "not once per path"),
    (COUNT, COUNT_RECURSIVELY, "adversarial", "RecursionError"),
    ("if tensor.requires_grad:", "if True:", "adversarial", "requires_grad=False"),
    (KEPT, FIRST_KEPT, "adversarial", "are the same array"),
    ("if dy is None", "if dy is None or not dy.any()", "invariants", "dy of zeros"),
]
