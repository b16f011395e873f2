"""What training leaves on the disk: the run directory and its checkpoints."""
