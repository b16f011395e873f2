"""English constituency parsing (Section 6.3): trees, their linear form, and their score."""
