"""The pages for a browser: files that need no network, and pages that a command serves."""
