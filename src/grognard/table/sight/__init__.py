"""What one seat sees of a match."""
