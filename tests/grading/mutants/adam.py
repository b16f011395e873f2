"""Faults planted in solutions/adam.py: old text, new text, the stage that finds it, words of its message."""

M, V = "m_hat = self.m / (1 - self.beta1**step)", "v_hat = self.v / (1 - self.beta2**step)"
BOTH = f"{M}\n        {V}"
DIVISOR = "(np.sqrt(v_hat) + self.epsilon)"
LAST = f"flat -= rate * m_hat / {DIVISOR}"
EARLY = "flat -= rate * m_hat * np.sqrt(1 - self.beta2**step) / (np.sqrt(self.v) + self.epsilon)"
COUNT = "step = self.step = getattr(self, 'step', 0) + 1"
CHUNKS = f"""d = m_hat / {DIVISOR}
        for start in range(0, max(flat.size - 65535, 1), 65536):
            flat[start : start + 65536] -= rate * d[start : start + 65536]"""

UPDATES = """self.m += (1 - self.beta1) * (gradient - self.m)
        self.v += (1 - self.beta2) * (gradient**2 - self.v)"""
SUMS = "self.m, self.v = self.beta1 * self.m + gradient, self.beta2 * self.v + gradient**2"
EXCHANGED = BOTH.replace("beta1", "beta").replace("beta2", "beta1").replace("beta**", "beta2**")
UPDATE = "\n\n    def update(self, flat, gradient, step, rate):"
ZEROS = "self.v = np.zeros_like(flat)"
KEPT = "self.v, self.flat = np.zeros_like(flat), flat"

MUTANTS = [
    ("flat -= rate", "flat = flat - rate", "interface", "in place"),
    ("gradient**2", "np.square(gradient, out=gradient)", "interface", "written to the gradient"),
    ("self.m = np.zeros_like(flat)", "self.m = np.zeros(flat.shape)", "interface", "m in float64"),
    ("flat -=", "flat +=", "forward", "added, not subtracted"),
    (M, "m_hat = self.m", "forward", "m is not divided"),
    (V, "v_hat = self.v", "forward", "v is not divided"),
    (BOTH, "m_hat, v_hat = self.m, self.v", "forward", "neither m nor v"),
    (M, f"step -= 1\n        {M}", "forward", "do you use 0 for the first step"),
    (M, f"step += 1\n        {M}", "forward", "step + 1"),
    (M, f"{COUNT}\n        {M}", "forward", "it counts the calls"),
    (DIVISOR, "np.sqrt(v_hat + self.epsilon)", "forward", "under the root"),
    (LAST, EARLY, "forward", "before v is corrected"),
    (DIVISOR, "np.sqrt(v_hat)", "forward", "epsilon is left out"),
    ("np.sqrt(v_hat)", "v_hat", "forward", "root of v is left out"),
    ("gradient**2", "gradient", "forward", "not from their squares"),
    ("self.epsilon = beta1, beta2,", "self.epsilon = beta2, beta1,", "forward", "swapped"),
    (UPDATES, SUMS, "forward", "1 - beta is left out"),
    (
        "m_hat = self.m /",
        "m_hat = (self.m - (1 - self.beta1) * gradient) / self.beta1 /",
        "forward",
        "updated after its use",
    ),
    (LAST, f"self.m, self.v = m_hat, v_hat\n        {LAST}", "forward", "stored in m and v"),
    ("beta2=0.98", "beta2=0.999", "forward", "not 0.999"),
    ("epsilon=1e-9", "epsilon=1e-8", "forward", "not 1e-8"),
    ("flat -= rate", "flat -= (gradient != 0) * rate", "adversarial", "where the gradient is zero"),
    ("        self.m +=", "        gradient = gradient.clip(-5, 5)\n        self.m +=", "adversarial", "1e+15"),
    (LAST, CHUNKS, "adversarial", "an array of length 131075"),
    ("self.m = np.", "Adam.m = np.", "invariants", "not in the class"),
    (
        ZEROS + UPDATE,
        f"{KEPT}{UPDATE}\n        flat = self.flat",
        "interface",
        "not the array that Adam(flat) was given",
    ),
    (V, V.replace("beta2", "beta1"), "forward", "v is divided by 1 - beta1^step"),
    (M, M.replace("beta1", "beta2"), "forward", "m is divided by 1 - beta2^step, not"),
    (BOTH, EXCHANGED, "forward", "m is divided by 1 - beta2^step, and v by"),
    ("gradient**2", "self.m**2", "forward", "v is computed from m^2"),
]
