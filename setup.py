"""What setup.cfg cannot say: a wheel has data/ as a package inside minitrans, and an editable installation has not.

With it, setuptools would install a hook on imports in place of one path, and editors and type checkers see no hook.
"""

import sys

from setuptools import find_packages, setup

bundled = {} if "editable_wheel" in sys.argv else {"minitrans.data.bundled": "data"}
setup(
    packages=[*find_packages(include=["minitrans", "minitrans.*"]), *bundled],
    package_dir={"": ".", **bundled},
)
