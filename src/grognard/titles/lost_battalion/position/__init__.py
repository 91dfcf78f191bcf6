"""Where a game stands, what may be asked and done in it, and what happened."""
