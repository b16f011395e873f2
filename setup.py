"""What setup.cfg cannot say: data/ of the repository is a package inside minitrans.  All else is in setup.cfg."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["minitrans", "minitrans.*"]), "minitrans.data.bundled"],
    package_dir={"minitrans.data.bundled": "data"},
)
