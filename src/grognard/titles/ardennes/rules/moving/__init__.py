"""Who can go where: terrain, zones, movement, and what bars the road."""
