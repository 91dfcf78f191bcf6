"""Where one is in the sequence of play: a stack of small values.

The bottom is the turn's `Sequence`; above it the phase, above that a march or
an attack, above that a barrage or a choice of losses. The top one is being
asked, or, if it asks nobody, is carried out by the program.
"""

from __future__ import annotations

from typing import TypeAlias

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import Side, UnitId, UnitSet
from grognard.waist.asking import Asked

NOWHERE = Hex(-9)
NO_UNIT = UnitId(-1)


class Sequence(Asked, frozen=True):
    """The turn; `step` is the next step of the sequence of play."""

    step: int = 0


class SecretRoll(Asked, frozen=True):
    """Chance: how many Deliberate Attacks."""


class SettingUp(Asked, frozen=True):
    """A side places its starting units (free set-up)."""

    side: Side


class InHand(Asked, frozen=True):
    """One unit of a free set-up waits for its hex."""

    side: Side
    unit: UnitId


class GasPlacement(Asked, frozen=True):
    """A2."""


class GunPlacement(Asked, frozen=True):
    """A3."""


class GermanReplacements(Asked, frozen=True):
    """A4."""


class Arrivals(Asked, frozen=True):
    """A6: Allied reinforcements, replacements and R&R."""


class Announcement(Asked, frozen=True):
    """A7."""


class Movement(Asked, frozen=True):
    """B1 or C1."""

    side: Side


class ArtilleryMovement(Asked, frozen=True):
    """B3."""


class Marching(Asked, frozen=True):
    """A group on the move. `spent` is in half movement points."""

    side: Side
    units: UnitSet
    at: Hex
    spent: int = 0
    mode: str = ""  # "march" or "ride" once a hex has been entered


class Combat(Asked, frozen=True):
    """B2 or C2."""

    side: Side


class Assembling(Asked, frozen=True):
    """A regular attack is being put together."""

    side: Side
    target: Hex
    units: UnitSet = 0


class Battle(Asked, frozen=True):
    """An attack under way. Nobody is asked: it names the next stage."""

    side: Side
    target: Hex
    units: UnitSet
    stage: str
    origin: Hex = NOWHERE  # of a Hasty Attack
    leader: UnitId = NO_UNIT  # of a Deliberate Attack


class Battery(Asked, frozen=True):
    """Guns are being named for one fire."""

    side: Side
    role: str  # "offensive", "defensive" or "bombardment"
    at: HexSet  # hexes that may be fired at
    most: int
    guns: UnitSet = 0
    markers: int = 0
    aim: Hex = NOWHERE


class Volley(Asked, frozen=True):
    """Chance: a bombardment's roll."""

    side: Side
    role: str
    aim: Hex
    column: int


class Assault(Asked, frozen=True):
    """Chance: an attack's roll."""

    column: int


class Absorption(Asked, frozen=True):
    """May the tanks reduce the attacker's losses?"""

    side: Side
    units: UnitSet
    steps: int


class Losses(Asked, frozen=True):
    """A side chooses who loses the next step."""

    side: Side
    units: UnitSet
    left: int
    cause: str  # "assault", "bombardment" or "gas"
    taken: int = 0
    tank_second: bool = False  # the second step must come from a tank


class Faltering(Asked, frozen=True):
    """The leader of a Deliberate Attack fell: go on without it, or call off?"""

    side: Side


class Repulsed(Asked, frozen=True):
    """A Hasty Attack failed: again, or return?"""

    side: Side


class Advancing(Asked, frozen=True):
    """Who enters the cleared hex?"""

    side: Side
    into: Hex
    units: UnitSet
    most: int


Decision: TypeAlias = (
    Sequence
    | SecretRoll
    | SettingUp
    | InHand
    | GasPlacement
    | GunPlacement
    | GermanReplacements
    | Arrivals
    | Announcement
    | Movement
    | ArtilleryMovement
    | Marching
    | Combat
    | Assembling
    | Battle
    | Battery
    | Volley
    | Assault
    | Absorption
    | Losses
    | Faltering
    | Repulsed
    | Advancing
)
