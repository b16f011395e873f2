"""Benchmarks and profiling: benchmark jobs, the time of each operation, and a report about a GPU."""
