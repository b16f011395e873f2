"""A Transformer that translates, written part by part.  Learn and translate: python -m my_transformer"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the matrices are small, so several threads would wait for each other
