"""What a seat sees, what could be true of the rest, and what can be told beforehand."""
