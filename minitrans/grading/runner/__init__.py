"""Runs a submission in a child process, stage by stage, and reports the results."""
