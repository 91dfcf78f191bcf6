"""What a player reads: a past-tense line for each event, and one sentence for who is to act.

Events and decisions may have been blurred for the reader; then the lines speak
of units by number and nation only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.book.words import counted, listed
from grognard.ground.hexes import members
from grognard.titles.lost_battalion.kit.tables import GERMAN, KITS, Kit, Side, UnitSet
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.state import SEATS, ids
from grognard.titles.lost_battalion.sight.view import View
from grognard.waist.title import CHANCE

SIDES: Final = ("Allied", "German")
FACES: Final = " ⚀⚁⚂⚃⚄⚅"
_RESULTS: Final = {"assault": "in the assault", "bombardment": "under fire", "gas": "to gas"}


# -- words -----------------------------------------------------------------------------


def side_name(side: Side) -> str:
    return SIDES[side] if side in (0, 1) else "both sides"


def who(side: Side, units: Sequence[str], count: int = 0) -> str:
    """The units by name, or as many unknown ones of a side."""
    if units and ev.UNKNOWN not in units:
        return listed(units)
    words = counted(count or len(units), f"{side_name(side)} unit")
    return words[0].upper() + words[1:]


def _steps(count: int) -> str:
    return counted(count, "step")


# -- one line for each event -------------------------------------------------------------


def narrate(event: ev.Event) -> str:
    """One past-tense line, for events as they were and as they were blurred."""
    return _LINES[type(event)](event)


def _turn_began(e: ev.TurnBegan) -> str:
    return " ".join([f"Turn {e.turn}, {e.dates}.", *e.notes])


def _phase_began(e: ev.PhaseBegan) -> str:
    out = f" Out of supply: {', '.join(e.unsupplied)}." if e.unsupplied else ""
    return f"{side_name(e.side)} {e.name} Phase began.{out}"


def _phase_ended(e: ev.PhaseEnded) -> str:
    what = e.name if e.name == "Set-up" else f"{e.name} Phase"
    return f"{side_name(e.side)} {what} ended."


def _deliberate(e: ev.DeliberateCounted) -> str:
    if not e.count:
        return "The German rolled in secret for Deliberate Attacks."
    return f"The German rolled in secret: {counted(e.count, 'Deliberate Attack')} in the game."


def _replaced(e: ev.Replaced) -> str:
    unit = who(e.side, (e.unit,))
    return f"{unit} took a replacement step; {e.pool} left in the {side_name(e.side)} pool."


def _came(e: ev.Came) -> str:
    return f"{side_name(e.side)} arrivals: {listed(e.formations)}."


def _announced(e: ev.OffensiveAnnounced) -> str:
    with_ = f" with {listed(e.divisions)}" if e.divisions else ""
    return f"The Allied player announced the Final Offensive{with_}."


def _marched(e: ev.Marched) -> str:
    way = f"{e.start} → {e.to}" if e.start else f"entered the map at {e.to}"
    by = ", Operational Movement" if e.mode == "ride" else ""
    return f"{who(e.side, e.units, e.count)} {way} ({e.cost} MP{by})"


def _stood(e: ev.Stood) -> str:
    return f"{listed(e.units)} halted {f'in {e.hex}' if e.hex else 'off the map'}."


def _went_back(e: ev.WentBack) -> str:
    home = f"went back {e.start} → {e.to}" if e.to else f"went back off the map from {e.start}"
    return f"{who(e.side, (e.unit,))} {home}: {e.start} was overstacked."


def _attack_declared(e: ev.AttackDeclared) -> str:
    kind = {"attack": "Attack", "hasty attack": "Hasty Attack"}.get(e.kind, "Deliberate Attack")
    leader = f", led by {e.leader}" if e.leader else ""
    return f"{kind} on {e.target} by {listed(e.units)}{leader} against {listed(e.defenders)}."


def fire_words(e: ev.Bombarded, line: str) -> str:
    """The bombardment, with as much of its arithmetic as the line has."""
    role = {"offensive": "Offensive fire", "defensive": "Defensive fire"}.get(e.role, "Bombardment")
    guns = counted(len(e.guns), "Barrage marker") if "barrage" in e.guns else listed(e.guns)
    return f"{role} on {e.target} by {guns}: {line}."


def _fire_rolled(e: ev.FireRolled) -> str:
    return f"Rolled {FACES[e.face]} on {e.column} = {e.steps}: {_steps(e.steps)} lost."


def assault_words(e: ev.AssaultRolled, line: str) -> str:
    """The assault, with as much of its arithmetic as the line has."""
    attack = f"Attack {e.target}" if e.target else "Attack"
    defender = "every step" if e.result.endswith("E") else _steps(e.defender)
    words = f"the attacker loses {_steps(e.attacker)}, the defender {defender}"
    return f"{attack}: {line}, rolled {FACES[e.face]} = {e.result}: {words}."


def _step_lost(e: ev.StepLost) -> str:
    how = _RESULTS.get(e.cause, e.cause)
    left = f"; {e.left} left" if e.left else ""
    return f"{who(e.side, (e.unit,))} in {e.hex} lost a step {how}{left}."


def _destroyed(e: ev.Destroyed) -> str:
    if e.cause == "overstacked":
        return f"{e.unit} in {e.hex} was given up: the hex was overstacked."
    return f"{e.unit} in {e.hex} was destroyed {_RESULTS.get(e.cause, e.cause)}."


def _boxed(e: ev.Boxed) -> str:
    return f"{e.division} went to the {e.box}."


def _over(e: ev.GameOver) -> str:
    return f"The game ended: {e.level}, {counted(e.points, 'victory point')}."


_LINES: Final[dict[type, Callable[[Any], str]]] = {
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.PhaseEnded: _phase_ended,
    ev.DeliberateCounted: _deliberate,
    ev.Set: lambda e: f"{who(e.side, (e.unit,))} set up in {e.hex}.",
    ev.GasPlaced: lambda e: f"Gas drifted over {e.hex}.",
    ev.GunPlaced: lambda e: f"A machine gun was placed in {e.hex}.",
    ev.GunRemoved: lambda e: f"The machine gun in {e.hex} was taken off the map.",
    ev.Replaced: _replaced,
    ev.Came: _came,
    ev.Withdrawn: lambda e: f"{listed(e.formations)} left the campaign.",
    ev.Boxed: _boxed,
    ev.OffensiveAnnounced: _announced,
    ev.OffensiveJoined: lambda e: f"{listed(e.divisions)} joined the Final Offensive.",
    ev.Taken: lambda e: f"{listed(e.units)} taken in hand.",
    ev.Marched: _marched,
    ev.Stood: _stood,
    ev.WasLifted: lambda e: f"{who(e.side, (e.unit,))} went from {e.hex} to the Reserve Box.",
    ev.WentBack: _went_back,
    ev.BridgeTaken: lambda e: f"The {side_name(e.side)} side took the {e.name} bridge.",
    ev.AttackDeclared: _attack_declared,
    ev.AttackCalledOff: lambda e: f"The attack on {e.target} was called off.",
    ev.Bombarded: lambda e: fire_words(e, e.line),
    ev.FireRolled: _fire_rolled,
    ev.AssaultRolled: lambda e: assault_words(e, e.line),
    ev.TanksAbsorbed: lambda e: f"The tanks saved {_steps(e.steps)}.",
    ev.StepLost: _step_lost,
    ev.Destroyed: _destroyed,
    ev.HeldOut: lambda e: f"The units in {e.hex} held out.",
    ev.Refreshed: lambda e: f"{e.division} finished its rest and went to the Reserve Box.",
    ev.Advanced: lambda e: f"{who(e.side, (e.unit,))} advanced {e.start} → {e.to}.",
    ev.FoughtOn: lambda e: f"The Hasty Attack on {e.target} went into another round.",
    ev.FellBack: lambda e: f"{listed(e.units)} fell back to {e.hex}.",
    ev.LeaderFell: lambda e: f"{e.unit}, who led the Deliberate Attack, fell.",
    ev.GameOver: _over,
}


# -- whose act, and which verb -------------------------------------------------------------


def prompt(view: View) -> str:
    """One sentence: who is to act and what to do."""
    if not view.asked:
        return "The game is over."
    (seat,) = view.asked
    if seat == CHANCE:
        return "The dice are about to roll."
    verb = _verb(view)
    player = f"{SIDES[SEATS.index(seat)]} player"
    if seat == view.seat:
        return f"{player}, turn {view.turn}: {verb}." if view.turn else f"{player}: {verb}."
    return f"Waiting for the {player} to {verb}."


def _verb(view: View) -> str:
    # What the reader does not know of is not on the stack it sees: the phase below speaks for it.
    for decision in reversed(view.stack):
        if (verb := _VERBS.get(type(decision))) is not None:
            return verb(KITS[view.terms.kit], view, decision)
    return "act"


def _named(kit: Kit, units: UnitSet) -> str:
    return listed([kit.names[unit] for unit in ids(units)])


def _marching(kit: Kit, _: View, march: dec.Marching) -> str:
    group = _named(kit, march.units) or "the group"
    if march.at < 0:
        return f"bring {group} onto the map, or halt"
    on = "march on with" if march.mode else "march with"
    return f"{on} {group} from {kit.grid.label(march.at)}, or halt"


def _assembling(kit: Kit, _: View, attack: dec.Assembling) -> str:
    target = kit.grid.label(attack.target)
    if not attack.units:
        return f"commit units to the attack on {target}, or call it off"
    there = _named(kit, attack.units)
    return f"commit more units to the attack on {target} ({there}), launch it, or call it off"


def _battery(kit: Kit, _: View, battery: dec.Battery) -> str:
    kind = "a Barrage marker" if battery.side == GERMAN else "artillery"
    if battery.aim != dec.NOWHERE:
        return f"name more {kind} for the fire on {kit.grid.label(battery.aim)}, or shoot"
    at = " or ".join(kit.grid.label(hex_) for hex_ in members(battery.at))
    where = f" on {at}" if at else ""
    if battery.role == "bombardment":
        return f"name {kind} for the bombardment{where}, or call it off"
    return f"name {kind} for {battery.role} fire{where}, or hold fire"


def _losses(_: Kit, __: View, losses: dec.Losses) -> str:
    how = _RESULTS.get(losses.cause, losses.cause)
    return f"choose who loses the next step ({_steps(losses.left)} to lose {how})"


def _advancing(kit: Kit, _: View, advance: dec.Advancing) -> str:
    return f"advance into {kit.grid.label(advance.into)}, or stay"


def _absorption(_: Kit, __: View, asked: dec.Absorption) -> str:
    return f"let the tanks save one of {_steps(asked.steps)}, or decline"


def _in_hand(kit: Kit, _: View, hand: dec.InHand) -> str:
    return f"place {kit.names[hand.unit]} in a hex"


def _gas(_: Kit, view: View, __: object) -> str:
    return f"place Gas markers ({view.gas_left} left), or finish"


def _guns(_: Kit, view: View, __: object) -> str:
    return f"place machine guns ({view.guns_left} more this turn) or remove them, or finish"


def _german_replacements(_: Kit, view: View, __: object) -> str:
    return f"give replacement steps ({view.pools[GERMAN]} in the pool), or finish"


def _arrivals(_: Kit, view: View, __: object) -> str:
    pool = view.pools[0]
    return f"see to arrivals, replacements ({pool} in the pool) and R&R, or finish"


def _says(words: str) -> Callable[[Kit, View, Any], str]:
    return lambda _kit, _view, _decision: words


_VERBS: Final[dict[type, Callable[[Kit, View, Any], str]]] = {
    dec.SettingUp: _says("place the starting units, one by one"),
    dec.InHand: _in_hand,
    dec.GasPlacement: _gas,
    dec.GunPlacement: _guns,
    dec.GermanReplacements: _german_replacements,
    dec.Arrivals: _arrivals,
    dec.Announcement: _says("announce the Final Offensive, or not"),
    dec.Movement: _says("choose a unit to move, or end the Movement Phase"),
    dec.ArtilleryMovement: _says("choose artillery to move, or end the Artillery Movement Phase"),
    dec.Marching: _marching,
    dec.Combat: _says("declare an attack or a bombardment, or end the Combat Phase"),
    dec.Assembling: _assembling,
    dec.Battery: _battery,
    dec.Absorption: _absorption,
    dec.Losses: _losses,
    dec.Faltering: _says("go on as a normal attack, or call it off"),
    dec.Repulsed: _says("fight another round of the Hasty Attack, or return"),
    dec.Advancing: _advancing,
}
