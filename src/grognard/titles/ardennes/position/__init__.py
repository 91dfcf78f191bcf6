"""Where a game stands: the state, what is asked, what can be answered, and what happened."""
