"""How a unit goes, and what ground and enemy do to it: terrain, zones, lines of sight."""
