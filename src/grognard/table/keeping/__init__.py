"""What is kept of a match, and the database it is kept in."""
