"""The training loop (Section 5), what it saves, and who shares the work."""
