"""What would it do? The rules that play the Allies, asked beforehand.

From what both sides can see: no hidden card is looked at and nothing is rolled.
Where a card will be drawn, the chance is over the cards that may be in the pile
as far as the German can know (`public_pile`, or any cards that are given).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from grognard.book.rulebook import RuleId, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, CardId, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import NO_UNIT, Battle
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    DISCARDS,
    PILE,
    RESERVE,
    State,
    ascending,
    boxed,
    copy,
    mark,
    option,
    put,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.fighting import combat, hits, retreat
from grognard.titles.ardennes.rules.fighting.battle import fighters
from grognard.titles.ardennes.rules.moving import bridges
from grognard.titles.ardennes.script import demolition, deploy, losses, retreats, roads
from grognard.titles.ardennes.script.defence import joiner, tactic_for
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import label

DIE: Final = 10
MOST_HITS: Final = 3
NEVER, ALWAYS = Fraction(0), Fraction(1)


class Foreseen(msgspec.Struct, frozen=True):
    """One thing the Allied system would do: how likely, in what words, and where."""

    what: str  # "roadblock", "demolition", "hold", "retreat", "join", "tactic" or "reserve"
    subject: str  # the hex, bridge or unit it is about
    ways: int  # the chance, as a fraction
    among: int
    text: str
    rule: RuleId = ""
    spots: tuple[str, ...] = ()
    lines: tuple[ev.Line, ...] = ()

    @property
    def chance(self) -> Fraction:
        return Fraction(self.ways, self.among)


def _foreseen(
    what: str,
    subject: str,
    chance: Fraction,
    text: str,
    rule: RuleId,
    spots: Iterable[str] = (),
    lines: Iterable[ev.Line] = (),
) -> Foreseen:
    ways, among = chance.numerator, chance.denominator
    return Foreseen(what, subject, ways, among, text, rule, tuple(spots), tuple(lines))


def percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def by_roll(number: int) -> Fraction:
    """The chance of a d10 result of the number or less."""
    return Fraction(max(0, min(number, DIE)), DIE)


# -- coming into a hex -------------------------------------------------------------------------


@cites("EA-RB.g", "EA-RB.h", "EA-RB.j", "EA-S.41", "EA-S.42")
def on_entering(state: State, unit: UnitId, hex_: Hex) -> list[Foreseen]:
    """Bridges blown and roadblocks placed if a German unit came into the hex now."""
    twin = copy(state)
    put(twin, unit, hex_)
    return demolitions(twin, hex_, 1 << unit) + roadblock_checks(twin, hex_, 1 << unit)


@cites("EA-S.41", "EA-S.42")
def demolitions(state: State, hex_: Hex, units: UnitSet) -> list[Foreseen]:
    """The Allied bridges beside a hex, and the chance that each is blown as the units come."""
    found = []
    for river in bridges.beside(state, hex_):
        if not bridges.in_doubt(state, river):
            continue
        far = bridges.across(state.kit, river, hex_)
        name = bridges.label(state.kit, river)
        number = demolition.demolition_number(state, far)
        if demolition.defended(state, river, far, units):
            text = f"bridge {name} is blown on {number} or less"
            chance = by_roll(number)
        else:
            text, chance = f"nobody is there to blow bridge {name}", NEVER
        spots = (label(state, hex_), label(state, far))
        found.append(_foreseen("demolition", name, chance, text, "EA-S.42", spots))
    return found


@cites("EA-RB.g", "EA-RB.h", "EA-RB.j")
def roadblock_checks(state: State, hex_: Hex, units: UnitSet) -> list[Foreseen]:
    """The hexes rolled for, in order; once one is placed no more are."""
    found, still = [], ALWAYS
    stops = option(state, "roadblock_rolls") == "until_placed"
    for spot in roads.candidates(state, hex_, units):
        number, name = state.kit.hv[spot], label(state, spot)
        chance = by_roll(number) * still
        text = f"a roadblock in {name} on {number} or less"
        if still != ALWAYS:
            text += f", if it comes to that roll: {percent(chance)}"
        found.append(_foreseen("roadblock", name, chance, text, "EA-RB.g", (name,)))
        still = still - chance if stops else still
    return found


@cites("EA-RB.g")
def roadblock_at(state: State, hex_: Hex) -> Foreseen:
    """The chance of a roadblock in the hex itself when a German unit comes next to it."""
    number, name = state.kit.hv[hex_], label(state, hex_)
    near = (n for n in state.kit.grid.neighbours(hex_) if not units_in(state, n))
    if any(hex_ in roads.candidates(state, n, 0) for n in near):
        text = f"a roadblock in {name} on {number} or less, if a German unit comes next to it"
        return _foreseen("roadblock", name, by_roll(number), text, "EA-RB.g", (name,))
    text = f"no roadblock can be placed in {name} now"
    return _foreseen("roadblock", name, NEVER, text, "EA-RB.k", (name,))


# -- an attack on a hex ------------------------------------------------------------------------


def attack_on(state: State, hex_: Hex, attackers: UnitSet = 0) -> tuple[State, Battle]:
    """The position with such an attack declared; by default, of all Germans next to the hex."""
    twin = copy(state)
    if not attackers:
        for near in state.kit.grid.neighbours(hex_):
            attackers |= units_in(state, near) & state.kit.side_units[GERMAN]
    battle = combat.new_battle(twin, GERMAN, hex_, attackers)
    twin.battle = battle
    mark(twin)
    return twin, battle


@cites("EA-CR.e", "EA-CR.f", "EA-CR.g")
def stand(state: State, hex_: Hex, attackers: UnitSet = 0) -> list[Foreseen]:
    """How the defenders would take the first of one, two or three hits."""
    found: list[Foreseen] = []
    for number in range(1, MOST_HITS + 1):
        found += _first_hit(state, hex_, attackers, number)
    return found


def _first_hit(state: State, hex_: Hex, attackers: UnitSet, number: int) -> list[Foreseen]:
    twin, battle = attack_on(state, hex_, attackers)
    battle = msgspec.structs.replace(battle, defender_hits=number)
    twin.battle = battle
    name = label(state, hex_)
    of = "a hit" if number == 1 else f"the first of {number} hits"
    if not hits.can_retreat(twin, battle):
        text = f"{of} is a step loss: there is no way back"
        return [_foreseen("hold", name, ALWAYS, text, "EA-CR.g", (name,))]
    rule, because = losses.forced_back(twin, battle)
    if rule:
        return [_retreat(twin, battle, ALWAYS, f"{of}: {because}", rule)]
    tally = losses.hold_tally(twin, battle)
    chance = by_roll(tally.total)
    lines = [ev.Line(str(part), part.rule) for part in tally.modifiers]
    text = f"{of} is held on {tally.total} or less: {percent(chance)}"
    held = _foreseen("hold", name, chance, text, "EA-CR.g", (name,), lines)
    if chance == ALWAYS:
        return [held]
    return [held, _retreat(twin, battle, 1 - chance, f"{of} is not held", "EA-CR.g")]


@cites("EA-RT.t")
def _retreat(
    state: State, battle: Battle, chance: Fraction, because: str, rule: RuleId
) -> Foreseen:
    """Where the defenders would go."""
    units, name = fighters(state, battle, ALLIED), label(state, battle.target)
    routes = retreat.whole_routes(state, battle)
    if not routes:
        text = f"{because}: the stack splits up"
        return _foreseen("retreat", name, chance, text, rule, (name,))
    found = retreats.allied_pick(state, units, routes)
    to = label(state, found.kept[0])
    cost = next(route.cost for route in routes if route.hex == found.kept[0])
    price = ", at the cost of a step" if cost else ""
    why = Reasons(state).narrowed(found)
    text = f"{because}: they retreat to {to}{price}"
    return _foreseen("retreat", name, chance, text, rule, (name, to), why.lines)


# -- the card drawn for a defence --------------------------------------------------------------


def public_pile(state: State) -> dict[CardId, Fraction]:
    """For each Allied card the chance that it is drawn next, as far as the German can know.

    Which supplemental cards were dealt is hidden: all that may be in the pile
    are as likely as one another; how many cards the pile holds is not hidden.
    """
    places = state.cards[ALLIED]
    pile = [card for card, place in enumerate(places) if place == PILE]
    if not pile:
        pile = [card for card, place in enumerate(places) if place == DISCARDS]
        return _uniform(pile)
    deck = state.kit.allied_deck
    known = [card for card in pile if deck[card].set == "primary"]
    hidden = [c for c, p in enumerate(places) if p in (PILE, AVAILABLE) and c not in known]
    found = {card: Fraction(1, len(pile)) for card in known}
    if dealt := len(pile) - len(known):
        share = Fraction(dealt, len(pile) * len(hidden))
        found |= dict.fromkeys(hidden, share)
    return found


def _uniform(pile: Iterable[CardId]) -> dict[CardId, Fraction]:
    known = list(pile)
    return {card: Fraction(1, len(known)) for card in known}


@cites("EA-CT.u", "EA-CT.y", "EA-CT.z")
def answers(
    state: State,
    hex_: Hex,
    possible: Mapping[CardId, Fraction] | Iterable[CardId],
    attackers: UnitSet = 0,
) -> list[Foreseen]:
    """What the card drawn for a defence would bring, with exact chances over the possible cards."""
    twin, battle = attack_on(state, hex_, attackers)
    if not battle.defenders & ~state.dispersed:
        text = "no card is drawn: the defenders are all Dispersed"
        return [_foreseen("join", label(state, hex_), NEVER, text, "EA-ST.l")]
    weights = possible if isinstance(possible, Mapping) else _uniform(possible)
    joins: dict[UnitId, Fraction] = {}
    used: dict[str, Fraction] = {}
    for card, weight in weights.items():
        face = cards.printed(twin, ALLIED, card)
        unit = joiner(twin, face, battle, Reasons(twin))
        if unit != NO_UNIT:
            joins[unit] = joins.get(unit, NEVER) + weight
        elif name := tactic_for(twin, face, battle, Reasons(twin)):
            used[name] = used.get(name, NEVER) + weight
    return _joins(state, hex_, joins) + _tactics(state, hex_, used)


def _joins(state: State, hex_: Hex, joins: Mapping[UnitId, Fraction]) -> list[Foreseen]:
    where = label(state, hex_)
    if not joins:
        text = "no unit would join the defence"
        return [_foreseen("join", where, NEVER, text, "EA-CT.u", (where,))]
    found = []
    for unit in ascending(state, sum(1 << u for u in joins)):
        chance, name = joins[unit], state.kit.names[unit]
        here = state.hex_of[unit]
        whence = "the Reserve box" if here == RESERVE else label(state, here)
        text = f"{name} joins from {whence}: {percent(chance)}"
        found.append(_foreseen("join", where, chance, text, "EA-CT.y", (where, name)))
    return found


def _tactics(state: State, hex_: Hex, used: Mapping[str, Fraction]) -> list[Foreseen]:
    where = label(state, hex_)
    return [
        _foreseen("tactic", where, chance, f"{name}: {percent(chance)}", "EA-CT.z", (where,))
        for name, chance in sorted(used.items(), key=lambda item: (-item[1], item[0]))
    ]


# -- reserves ----------------------------------------------------------------------------------


@cites("EA-S.24", "EA-AR.c")
def next_reserves(state: State) -> list[Foreseen]:
    """For each formation with reserves, where its next unit would be placed now."""
    waiting = boxed(state, RESERVE, ALLIED)
    formations: dict[str, UnitId] = {}
    for unit in ascending(state, waiting):
        face = state.kit.units[unit]
        formations.setdefault(face.division or face.name, unit)
    return [_reserve(state, name, unit) for name, unit in formations.items()]


def _reserve(state: State, formation: str, unit: UnitId) -> Foreseen:
    hex_, why = deploy.reserve_plan(state, unit)
    name = state.kit.names[unit]
    if hex_ is None:
        text = f"{formation}: {name} would find no place"
        return _foreseen("reserve", formation, NEVER, text, "EA-S.24", (name,), why.lines)
    where = label(state, hex_)
    text = f"{formation}: {name} would be placed in {where}"
    return _foreseen("reserve", formation, ALWAYS, text, "EA-S.24", (name, where), why.lines)


# -- one hex, one unit -------------------------------------------------------------------------


def at_hex(
    state: State,
    hex_: Hex,
    possible: Mapping[CardId, Fraction] | Iterable[CardId] | None = None,
    unit: UnitId = NO_UNIT,
) -> list[Foreseen]:
    """All that can be foretold of a hex; `unit` is the German one that would come into it."""
    if state.occupied[ALLIED] >> hex_ & 1:
        cards_ = public_pile(state) if possible is None else possible
        return stand(state, hex_) + answers(state, hex_, cards_)
    found = [roadblock_at(state, hex_)]
    if unit != NO_UNIT and not state.occupied[GERMAN] >> hex_ & 1:
        return found + on_entering(state, unit, hex_)
    return found + demolitions(state, hex_, units_in(state, hex_))


def of_unit(
    state: State,
    unit: UnitId,
    possible: Mapping[CardId, Fraction] | Iterable[CardId] | None = None,
) -> list[Foreseen]:
    """The same for a unit: on the map, of its hex; in the Reserve box, where it would go."""
    if state.hex_of[unit] >= 0:
        return at_hex(state, state.hex_of[unit], possible)
    if state.hex_of[unit] == RESERVE and state.kit.side_of[unit] == ALLIED:
        return [_reserve(state, state.kit.names[unit], unit)]
    return []
