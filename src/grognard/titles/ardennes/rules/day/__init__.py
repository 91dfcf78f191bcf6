"""When does what happen: the set-up, the phases, the impulses, the end of the game."""
