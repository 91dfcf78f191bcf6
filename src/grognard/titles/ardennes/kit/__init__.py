"""What does not change in a game: map, counters, cards, chits, calendar, charts, scenario."""
