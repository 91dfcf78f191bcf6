"""What a bot makes of a position, and what it plans."""
