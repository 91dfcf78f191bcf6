"""What does not change during a game: counters, map, charts, calendar and scenario."""
