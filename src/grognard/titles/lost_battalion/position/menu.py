"""Actions that are offered again and again, made but once for each hex and unit."""

from __future__ import annotations

from functools import cache

from grognard.titles.lost_battalion.kit.tables import Kit
from grognard.titles.lost_battalion.position.actions import (
    Done,
    Gas,
    Halt,
    Lift,
    March,
    Pick,
    PlaceGun,
    Ride,
    Strike,
)

DONE, HALT = Done(), Halt()


class Menu:
    """By hex and by unit what may be offered of it."""

    def __init__(self, kit: Kit) -> None:
        labels = {hex_: kit.grid.label(hex_) for hex_ in kit.grid.hexes}
        self.marches = {hex_: March(label) for hex_, label in labels.items()}
        self.rides = {hex_: Ride(label) for hex_, label in labels.items()}
        self.strikes = {hex_: Strike(label) for hex_, label in labels.items()}
        self.gas = {hex_: Gas(label) for hex_, label in labels.items()}
        self.guns = {hex_: PlaceGun(label) for hex_, label in labels.items()}
        self.picks = [Pick(name) for name in kit.names]
        self.lifts = [Lift(name) for name in kit.names]


@cache
def menu(kit: Kit) -> Menu:
    return Menu(kit)
