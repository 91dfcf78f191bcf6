"""Operational wargames, played by their whole rulebook."""

__version__ = "0.1.0"
