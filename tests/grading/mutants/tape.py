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
SUM = "Tensor(self.data + other.data, True, (self, other), lambda dy: (dy, dy))"
SUM_IN_PLACE = SUM.replace("self.data + other.data", "np.add(self.data, other.data, out=self.data)")
ARRIVED = "arrived[parent] + share if"
IN_PLACE = "np.add(arrived[parent], share, out=arrived[parent]) if"
KEPT = "tensor.grad = before + gradient"
FIRST_KEPT = "tensor.grad = gradient if tensor.grad is None else before + gradient"

MUTANTS = [
    (SUM, "self.data + other.data", "interface", "must be a Tensor, not ndarray"),
    ("self.grad = data, ", "self.grad = data.astype(float), ", "interface", "data is float64"),
    ("np.ones_like(self.data)", "np.ones(self.data.shape)", "interface", "float64 where"),
    (SUM, SUM_IN_PLACE, "interface", "x + y has changed"),
    ("requires_grad, None", "requires_grad, np.ones_like(data)", "interface", "None or zeros"),
    ("dy @ b_t", "dy @ b", "gradient", "the gradient of x is wrong"),
    (", keepdims=True", "", "gradient", "has shape"),
    ("before + gradient", "1 * gradient", "gradient", "overwritten, not accumulated"),
    (ARRIVED, IN_PLACE, "adversarial", "backward(dy) has changed"),
    (BACKWARD, BY_PATHS, "adversarial", "not once per path"),
    (COUNT, COUNT_RECURSIVELY, "adversarial", "RecursionError"),
    ("if tensor.requires_grad:", "if True:", "adversarial", "requires_grad=False"),
    (KEPT, FIRST_KEPT, "adversarial", "are the same array"),
    ("if dy is None", "if dy is None or not dy.any()", "invariants", "dy of zeros"),
]
