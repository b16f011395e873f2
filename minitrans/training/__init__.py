"""Training (Section 5): the texts, the training loop, signals and errors, and the final result."""
