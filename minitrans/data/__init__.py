"""From text files to batches of integers (Section 5.1)."""
