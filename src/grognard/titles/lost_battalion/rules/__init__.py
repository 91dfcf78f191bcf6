"""The rules by the chapters of the rulebook: what is allowed, and what it does."""
