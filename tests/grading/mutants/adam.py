"""Faults planted in solutions/adam.py: old text, new text, the stage that finds it, words of its message."""

M, V = "m_hat = self.m / (1 - self.beta1**step)", "v_hat = self.v / (1 - self.beta2**step)"
DIVISOR = "(np.sqrt(v_hat) + self.epsilon)"
LAST = f"flat -= rate * m_hat / {DIVISOR}"
CHUNKS = f"""d = m_hat / {DIVISOR}
        for start in range(0, max(flat.size - 65535, 1), 65536):
            flat[start : start + 65536] -= rate * d[start : start + 65536]"""

UPDATE = "\n\n    def update(self, flat, gradient, step, rate):"
ZEROS = "self.v = np.zeros_like(flat)"
KEPT = "self.v, self.flat = np.zeros_like(flat), flat"

MUTANTS = [
    ("gradient**2", "np.square(gradient, out=gradient)", "interface", "written to the gradient"),
    ("self.m = np.zeros_like(flat)", "self.m = np.zeros(flat.shape)", "interface", "m in float64"),
    (M, f"step -= 1\n        {M}", "forward", "do you use 0 for the first step"),
    ("        self.m +=", "        gradient = gradient.clip(-5, 5)\n        self.m +=", "adversarial", "1e+15"),
    (LAST, CHUNKS, "adversarial", "an array of length 131075"),
    ("self.m = np.", "Adam.m = np.", "invariants", "not in the class"),
    (
        ZEROS + UPDATE,
        f"{KEPT}{UPDATE}\n        flat = self.flat",
        "interface",
        "not the array that Adam(flat) was given",
    ),
]
