"""What does not change: the rows of the data files, ground, counters and charts of a scenario."""
