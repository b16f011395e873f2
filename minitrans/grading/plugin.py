"""The pytest plugin of minitrans.  It loads `session`, which has the options, only into a session that grades.

Every pytest session loads this module where minitrans is installed.  Other projects have options called --backend or
--seed too, and pytest allows each name once, so the module must add nothing to their sessions.
"""

import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = __name__.rpartition(".")[0]


def pytest_addoption(pluginmanager):
    """Load `session` if the command names this plugin with -p, or names something to grade."""
    named = pluginmanager.get_plugin("pytestconfig").known_args_namespace
    if __name__ in named.plugins or any(map(belongs_to_grading, named.file_or_dir)):
        pluginmanager.import_plugin(f"{PACKAGE}.session")


def belongs_to_grading(argument):
    """Whether an argument of pytest is this package, a part of it or minitrans as a whole: a module or a path."""
    name = argument.partition("::")[0]
    path = Path(os.path.realpath(name))  # Path.resolve raises for a link to itself
    return f"{name}.".startswith(f"{PACKAGE}.") or name == "minitrans" or path.is_relative_to(HERE)
