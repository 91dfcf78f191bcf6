"""The map: hexes, boards, searches. The only arithmetic of coordinates there is."""
