"""When things happen: the phases of a turn, the steps of an Activation, start and end of a game."""
