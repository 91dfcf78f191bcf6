"""What a seat may know, and positions that could be true for all it knows."""
