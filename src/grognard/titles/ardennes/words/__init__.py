"""What a player reads and types."""
