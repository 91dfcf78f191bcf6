"""What counts how much, for a player who looks one step ahead."""

from __future__ import annotations

from typing import Final

# Where to stand
PROGRESS: Final = 0.10  # per half point nearer to an objective
PRIZE: Final = 1.0  # per victory point of a hex about to be taken
GUARD: Final = 1.0  # per victory point of a hex that is threatened and empty
LEAVE: Final = 2.0  # per victory point of a hex left bare
RAID: Final = 6  # hexes from which an enemy might walk into it
PRESS: Final = 0.45  # per whole odds added against a stack next to the hex
ENOUGH: Final = 5.0  # odds beyond which more are of no use
ALONE: Final = 2.5  # no friend within two hexes
DANGER: Final = 3  # hexes from the enemy within which units keep together
COMRADES: Final = 0.5  # next to the rest of the division
CUT_OFF: Final = 6.0
COVER: Final = 0.8  # per column of shelter, for a German
HOLD: Final = 2.5  # a German who closes a gap
HOLE: Final = 0.8  # a German who opens one
NEED: Final = 0.14  # per half point farther from where a German is needed
CROWD: Final = 1.1  # per German in a hex beyond the first
EXPOSED: Final = 0.5  # per enemy stack next to a German in the open
STIR: Final = 0.25  # what a move must gain
BAD: Final = -1000.0

# Fighting
DEFENDER: Final = 1.2  # worth of a step taken
ATTACKER: Final = 1.0  # cost of a step lost
CLEARED: Final = 2.0
TAKEN: Final = 0.5  # per victory point of the hex
DIVISION: Final = 0.15  # cost of sending in one more US division
WHOLE: Final = 0.6  # per step a German attacker loses, beyond ATTACKER: none come back
SHELLED: Final = 0.7  # steps that three guns take before an assault
TANKS: Final = 0.6  # steps that tanks save

# The Reserve Box and the Final Offensive
LIFT_BELOW: Final = 0.55  # of full strength: a division goes back to be filled up
REST_BELOW: Final = 0.8  # the same in the turns in which it can still rest in time
REST_FROM: Final = 7
REST_UNTIL: Final = 10
MOST_AWAY: Final = 6  # divisions in reserve or at rest at once
