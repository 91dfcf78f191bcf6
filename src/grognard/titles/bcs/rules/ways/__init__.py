"""How one gets from hex to hex: five modules, each the answer to one question.

    stops           what leads, hex by hex, from one stop of a net of roads to the next?
    road_net        which roads does a kit have, and which way along them is best?
    by_road         which way do the roads of this position offer, for an MSR, an HQ or Trains?
    by_points       how far does a mover come for its movement points, and where is it stopped?
    within_reach    where can this unit go from where it is, and where may its move end?

Each asks only those above it. `stops` knows nothing but hexes, `road_net` a kit, all others a
position. Who may use which hexes is for the chapters to say; which
actions bring a piece to a far hex, `words/routes.py`.
"""
