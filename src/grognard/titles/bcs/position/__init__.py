"""Where a game stands, what is asked, what can be answered and what has happened."""
