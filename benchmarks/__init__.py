"""Ratios against peers from the package index, measured side by side in one run."""
