"""How units hurt each other: fire, attacks, Barrage, Support, losses and retreats."""
