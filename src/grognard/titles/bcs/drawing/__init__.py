"""What a player sees: map, counters, boxes, overlays, odds before the dice."""
