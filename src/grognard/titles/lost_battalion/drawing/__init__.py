"""What the map shows: the picture, the answers drawn on it, and the way to a far hex."""
