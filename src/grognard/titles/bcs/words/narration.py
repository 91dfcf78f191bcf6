"""What a player reads in the log: one past-tense line for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.book.words import capital, counted, listed
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.words.wording import (
    at_least,
    because,
    faces_words,
    of_rule,
    parts,
    place,
    points,
    side_name,
    throw,
)


def narrate(event: ev.Event) -> str:
    """One past-tense line."""
    return _LINES[type(event)](event)


def brief(event: ev.Event) -> str:
    """The line without its arithmetic; "" for an event that has none."""
    short = _BRIEFS.get(type(event))
    return short(event) if short else ""


def _who(event: ev.Event) -> str:
    return f"The {side_name(event.side)} side"


def _summed(short: Callable[[Any], str]) -> Callable[[Any], str]:
    """A brief line with the parts of its sum behind it."""

    def line(event: Any) -> str:
        reasons = parts(event.tally)
        return f"{short(event)[:-1]} ({reasons})." if reasons else short(event)

    return line


# -- the turn ----------------------------------------------------------------------------


def _weather(e: ev.Weather) -> str:
    rolled = f" (rolled {faces_words(e.faces)})" if e.faces else ""
    sky = f", {e.atmosphere} atmosphere" if e.atmosphere else ""
    sight = counted(e.visibility, "hex")
    return f"Weather: {e.ground} ground{sky}, visibility {sight}{rolled}."


def _points(e: ev.Points) -> str:
    had = (
        (e.air, "Air Point"),
        (e.av, "AV Replacement Point"),
        (e.other, "other Replacement Point"),
        (e.corps, "corps Artillery Point"),
    )
    got = listed([counted(count, what) for count, what in had if count])
    return f"{_who(e)} received {got or 'no points'}."


def _replaced(e: ev.Replaced) -> str:
    if e.rebuilt:
        return f"{e.unit} was rebuilt with {counted(e.steps, 'step')} ({e.kind} point)."
    return f"{e.unit} received a step: it has {e.steps} now ({e.kind} point)."


def _assigned(e: ev.Assigned) -> str:
    if e.what == "Artillery":
        return f"A corps Artillery Point went to {e.formation or 'nobody'}."
    if not e.formation:
        return f"{e.what} was taken from its formation."
    return f"{e.what} was assigned to {e.formation}."


def _boxed(e: ev.Boxed) -> str:
    if e.hex:
        return f"{e.unit} came out of the Support box of {e.formation} to {e.hex}."
    return f"{e.unit} went into the Support box of {e.formation}."


def _first_player(e: ev.FirstPlayer) -> str:
    if not e.faces:
        return f"{_who(e)} goes first, as the scenario says."
    us, german = sum(e.faces[:2]), sum(e.faces[2:])
    rolled = f"American {us}, German {german}"
    if e.side == ev.BOTH:
        return f"Who goes first: {rolled}, so it was rolled again."
    return f"Who goes first: {rolled}, so the {side_name(e.side)} side."


def _die(faces: tuple[int, ...]) -> str:
    return f" (rolled {faces_words(faces)})" if faces else ""


def _repaired(e: ev.BridgeRepaired) -> str:
    told = "was repaired" if e.done else "is still down"
    return f"Engineers at the {e.bridge} bridge: it {told}{_die(e.faces)}."


def _controlled(e: ev.Controlled) -> str:
    where = f"{e.name} ({e.hex})" if e.name else e.hex
    return f"{_who(e)} took {where}, {counted(e.points, 'victory point')}."


def _over(e: ev.GameOver) -> str:
    return f"The game ended: {e.level}, {counted(e.total, 'victory point')}."


# -- an activation -----------------------------------------------------------------------


def _began(e: ev.ActivationBegan) -> str:
    which = "Second" if e.second else "Initial"
    return f"{side_name(e.side)} {e.formation}: {which} Activation."


def _recovered(e: ev.Recovered) -> str:
    flip = " instead of its failed Activation" if e.flip else ""
    return f"{e.formation} recovered{flip}; it is {e.fatigue} now."


def _msr_blocked(e: ev.MsrBlocked) -> str:
    if not e.level:
        return f"{e.formation}: its MSR is no longer Blocked."
    return f"{e.formation}: MSR Blocked, level {e.level}."


def _prepared(e: ev.DefensePrepared) -> str:
    told = "was declared" if e.on else "ended"
    return f"Prepared Defense of {e.formation} {told}{because(e.why)}."


def _coordinated(e: ev.Coordinated) -> str:
    told = "was marked" if e.on else "came off"
    where = f", in {listed(e.hexes)}" if e.hexes else ""
    return f"Coordination of {e.formation} {told}{because(e.why)}{where}."


def _snafu(e: ev.SnafuRolled) -> str:
    capped = ", no better in Prepared Defense" if e.capped else ""
    return f"SNAFU of {e.formation}: {throw(e.faces, e.tally)}, {e.result}{capped}."


def _objective(e: ev.ObjectivePlaced) -> str:
    return f"{e.recon or e.formation} put an OBJ marker on {e.hex}."


def _fatigue(e: ev.FatigueRolled) -> str:
    tired = e.face >= e.needs
    told = f"it is {e.level} now" if tired else f"it stays {e.level}"
    return f"Fatigue of {e.formation}: rolled {e.face}, tires on {at_least(e.needs)}: {told}."


def _isolated(e: ev.Isolated) -> str:
    lost = f"{counted(e.steps, 'step')} lost{' each' if len(e.units) > 1 else ''}"
    return f"Isolation in {e.hex}, {listed(e.units)}: {lost}{because(e.why, e.rule)}."


def _second(e: ev.SecondRolled) -> str:
    told = "granted" if e.granted else "none"
    rolled = throw((e.face,), e.tally)
    return f"Second Activation of {e.formation}: {rolled}, needs {at_least(e.needs)}: {told}."


def _gone(e: ev.FormationGone) -> str:
    return f"{e.formation} left the game{because(e.why, e.rule)}."


# -- moves -------------------------------------------------------------------------------


def _flipped(e: ev.Flipped) -> str:
    had_to = " had to turn" if e.forced else " turned"
    return f"{e.unit}{had_to} to its {e.up} side."


def _moved(e: ev.Moved) -> str:
    left = f" ({points(e.mp)} MP left)" if e.mp >= 0 else ""
    way = f"{e.start} → {e.to}" if e.start else f"came on in {e.to}"
    return f"{e.what} {way}{left}."


def _left(e: ev.Left) -> str:
    return f"{e.unit} left the map with {counted(e.steps, 'step')}."


def _trains_placed(e: ev.TrainsPlaced) -> str:
    where = f"to {e.hex}" if e.hex else "off the map"
    why = "" if e.why == "moved" else e.why  # their owner's own will needs no reason
    return f"Trains of {e.formation} went {where}{because(why)}."


def _trains_flipped(e: ev.TrainsFlipped) -> str:
    to = "Ghost" if e.ghost else "Regular"
    return f"Trains of {e.formation} turned to their {to} side{because(e.why)}."


def _dropped(e: ev.SupportDropped) -> str:
    how = "and was marked" if e.marker else "for this Activation"
    who = f" ({listed(e.units)})" if e.units else ""
    return f"{e.hex}{who} went without Support {how}{because(e.why)}."


def _jumped(e: ev.Jumped) -> str:
    rolled = _die(e.faces)
    if not e.real:
        return f"{e.unit} found nothing of {e.what} in {e.hex}{rolled}."
    return f"{e.unit} came upon {e.what} in {e.hex}{rolled}."


# -- fights ------------------------------------------------------------------------------

FIGHTS: Final = {
    "engage": "Engagement of {0}",
    "fire": "Attack by Fire on {0}",
    "attack": "Attack on {0}",
    "shock": "Shock Attack on {0}",
    "barrage": "Barrage of {0}",
}
_ROLES: Final = {
    "defends": "{0} was named to defend",
    "supports": "{0} answered from the Support box",
}
ENGAGEMENT: Final = {
    "firer": "the firer loses a step and retreats",
    "both": "both lose a step",
    "drop": "the target's Support drops",
    "target": "the target loses a step and retreats",
}
COMBAT: Final = {
    "A2": "the attacker loses two steps",
    "A1": "the attacker loses a step",
    "a1": "the attacker loses a step if the defender has AV",
    "S": "Situational Retreat",
    "D1R": "the defender loses a step and retreats",
    "D2R": "the defender loses two steps and retreats",
}
_ROWS: Final = {
    "hard": "Hard",
    "city_or_prepdef": "City or Prepared Defense",
    "other": "all other",
}


def _opened(e: ev.Opened) -> str:
    what = FIGHTS.get(e.kind, f"{capital(e.kind)} on {{0}}").format(e.target)
    by = f"{e.box}, supporting in {e.origin}" if e.box else f"{e.unit} from {e.origin}"
    if not e.origin:
        by = e.box or e.unit
    helped = f", {e.assist} assisting" if e.assist else ""
    return f"{what} by {by}{helped}."


def _chosen(e: ev.Chosen) -> str:
    return f"{_ROLES.get(e.role, '{0} was chosen').format(e.unit)}."


def _mission(e: ev.Mission) -> str:
    spent = [(e.arty, "Artillery Point"), (e.air, "Air Point")]
    used = listed([counted(count, what) for count, what in spent if count])
    seen = f", spotted by {e.spotter}" if e.spotter else ""
    return f"{capital(e.kind)} mission on {e.hex} with {used or 'no points'}{seen}."


def _loss_rolled(e: ev.LossRolled) -> str:
    told = "a step lost" if e.hit else "no loss"
    row = f" ({_ROWS.get(e.row, e.row)})" if e.row else ""
    return f"Loss roll on {e.hex}: rolled {e.face}, hits on {at_least(e.needs)}{row}: {told}."


def _engagement(e: ev.EngagementRolled) -> str:
    result = ENGAGEMENT.get(e.result, e.result)
    spared = listed(e.ignored)
    safe = f", but the {spared} was out of the other's range" if spared else ""
    return f"{e.firer} engaged {e.target} in {e.hex}: {throw(e.faces, e.tally)}, {result}{safe}."


def _combat(e: ev.CombatRolled) -> str:
    result = COMBAT.get(e.result, "no effect")
    code = f"{e.result}: " if e.result else ""
    rolled = throw(e.faces, e.tally)
    return f"{e.attacker} attacked {e.defender} in {e.hex}: {rolled}, {code}{result}."


def _steps_lost(e: ev.StepsLost) -> str:
    lost = "a step" if e.lost == 1 else counted(e.lost, "step")
    return f"{e.unit} lost {lost}; {e.left} left{of_rule(e.rule)}."


def _retreated(e: ev.Retreated) -> str:
    if not e.to:
        return f"{e.unit} fell back from {e.start} off the map, to return next turn ({e.rule})."
    return f"{e.unit} retreated {e.start} → {e.to}{of_rule(e.rule)}."


def _stood(e: ev.Stood) -> str:
    return f"{e.unit} lost a step in {e.hex} instead of retreating{of_rule(e.rule)}."


def _recon(e: ev.ReconRolled) -> str:
    told = "an OBJ marker" if e.made else "nothing found"
    return f"{e.unit} scouted {e.hex}: rolled {e.face}, {e.needs} or less needed: {told}."


def _hq_retreated(e: ev.HqRetreated) -> str:
    return f"HQ {e.formation} fell back {e.start} → {e.to or 'off the map'}{because(e.why)}."


_BRIEFS: Final[dict[type, Callable[[Any], str]]] = {
    ev.SnafuRolled: _snafu,
    ev.SecondRolled: _second,
    ev.EngagementRolled: _engagement,
    ev.CombatRolled: _combat,
}

_LINES: Final[dict[type, Callable[[Any], str]]] = {
    ev.TurnBegan: lambda e: f"Turn {e.turn}, {e.date}.",
    ev.PhaseBegan: lambda e: f"{e.name} Phase.",
    ev.Arrived: lambda e: f"{listed(e.what)} arrived: {place(e.where)}.",
    ev.Waits: lambda e: f"{listed(e.what)} had to wait{because(e.why, e.rule)}.",
    ev.Weather: _weather,
    ev.Points: _points,
    ev.Replaced: _replaced,
    ev.Assigned: _assigned,
    ev.Boxed: _boxed,
    ev.FirstPlayer: _first_player,
    ev.BridgeBlown: lambda e: f"The {e.bridge} bridge was blown{_die(e.faces)}.",
    ev.BridgeHolds: lambda e: f"The {e.bridge} bridge fell undamaged{_die(e.faces)}.",
    ev.BridgeRepaired: _repaired,
    ev.Controlled: _controlled,
    ev.GameOver: _over,
    ev.ActivationBegan: _began,
    ev.Recovered: _recovered,
    ev.MsrBlocked: _msr_blocked,
    ev.DefensePrepared: _prepared,
    ev.Coordinated: _coordinated,
    ev.SnafuRolled: _summed(_snafu),
    ev.ObjectivePlaced: _objective,
    ev.FatigueRolled: _fatigue,
    ev.Isolated: _isolated,
    ev.SecondRolled: _summed(_second),
    ev.FormationGone: _gone,
    ev.TookUp: lambda e: f"{e.unit} was taken in hand.",
    ev.Flipped: _flipped,
    ev.Moved: _moved,
    ev.Stopped: lambda e: f"{e.unit} was STOPPED{because(e.why, e.rule)}.",
    ev.StopLifted: lambda e: f"The STOP of {e.unit} was lifted{because(e.why, e.rule)}.",
    ev.Finished: lambda e: f"{e.unit} was Finished.",
    ev.Left: _left,
    ev.Traffic: lambda e: f"Traffic Stopped in {e.hex}.",
    ev.TrainsPlaced: _trains_placed,
    ev.TrainsFlipped: _trains_flipped,
    ev.SupportDropped: _dropped,
    ev.SupportRestored: lambda e: f"{e.unit} had its Support again.",
    ev.Jumped: _jumped,
    ev.Opened: _opened,
    ev.Chosen: _chosen,
    ev.Mission: _mission,
    ev.LossRolled: _loss_rolled,
    ev.EngagementRolled: _summed(_engagement),
    ev.CombatRolled: _summed(_combat),
    ev.StepsLost: _steps_lost,
    ev.Eliminated: lambda e: f"{e.unit} was eliminated.",
    ev.Retreated: _retreated,
    ev.Stood: _stood,
    ev.Advanced: lambda e: f"{e.unit} advanced to {e.to}.",
    ev.ReconRolled: _recon,
    ev.HqRetreated: _hq_retreated,
}
