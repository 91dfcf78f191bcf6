"""Matches as files, and the process that reads those of strangers."""
