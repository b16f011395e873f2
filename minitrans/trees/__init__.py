"""Constituency trees as text, for parsing (Section 6.3): brackets, a linear form, and their score."""
