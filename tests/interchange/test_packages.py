"""Packages that are not installed are named."""

import sqlite3

from minitrans.interchange.packages import needed


def test_needed(refusal):
    assert needed("sqlite3") is sqlite3
    assert "nowhere is not installed; python -m pip install nowhere" in refusal(needed, "nowhere.at.all")
