import pytest
from IPython.core.interactiveshell import InteractiveShell


@pytest.fixture(autouse=True)
def shell():
    """`display` needs a running shell."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()
