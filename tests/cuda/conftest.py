import importlib.util
from pathlib import Path

import pytest

from minitrans.cuda import fused

specification = importlib.util.spec_from_file_location("on_cpu", Path(__file__).with_name("on_cpu.py"))
on_cpu = importlib.util.module_from_spec(specification)
specification.loader.exec_module(on_cpu)


@pytest.fixture
def kernels_on_cpu(monkeypatch):
    """Fused operations take NumPy arrays."""
    monkeypatch.setattr(fused, "launch", on_cpu.launch)
    monkeypatch.setattr(fused, "matmul", on_cpu.matmul)
    monkeypatch.setattr(fused, "PARTIALS", 3)  # a GPU of one and a half multiprocessors


@pytest.fixture
def launch_on_cpu():
    return on_cpu.launch
