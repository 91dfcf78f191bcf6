"""The chapters of the rulebook, and the ways that several of them ask about."""
