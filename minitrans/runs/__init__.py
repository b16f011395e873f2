"""The run directory, which training writes and all other commands read, and its checkpoints."""
