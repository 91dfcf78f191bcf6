"""How a player who is a program thinks: one step ahead, or by a plan."""
