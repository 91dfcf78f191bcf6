"""What a seat may know: everything, for nothing in this game is hidden."""
