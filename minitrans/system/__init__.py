"""The machine and the operating system: errors, files, BLAS, cores, CuPy's state, progress bars."""
