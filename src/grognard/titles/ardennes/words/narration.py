"""What a player reads in the log: one past-tense line for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.book.words import capital, counted, listed
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.words.wording import (
    hits_words,
    roll_words,
    side_name,
    situation_words,
    sum_words,
)

_CAUSES: Final = {
    "combat": "in combat",
    "retreat": "in the retreat",
    "surrender": "by surrender",
    "hit": "in combat",
}


def narrate(event: ev.Event) -> str:
    """One past-tense line, for events as they were and as they were redacted."""
    return _LINES[type(event)](event)


def _card(event: ev.Drew | ev.LevelRevealed | ev.CardPlayed | ev.Discarded | ev.CombatCard) -> str:
    """A card by its number and what is printed on top of it."""
    return f"card {event.card}{f' ({event.name})' if event.name else ''}"


def _who(event: ev.Event) -> str:
    return f"The {side_name(event.side)} side"


# -- the day -----------------------------------------------------------------------------


def _supply_tested(e: ev.SupplyTested) -> str:
    groups = (
        ("Out of Supply", e.unsupplied),
        ("Isolated", e.isolated),
        ("in supply again", e.recovered),
    )
    told = "; ".join(f"{words}: {listed(units)}" for words, units in groups if units)
    return f"{side_name(e.side)} supply: {told or 'no change'}."


def _fuel_short(e: ev.FuelShort) -> str:
    whom = f"{listed(e.units)} Out of Fuel today" if e.units else "no unit in play is concerned"
    return f"Fuel shortage: card {e.card} was discarded; {whom}."


def _entered(e: ev.CardsEntered) -> str:
    numbers = listed([str(card) for card in e.cards])
    return f"{side_name(e.side)} reinforcement cards came into play: {numbers}."


def _surrender(e: ev.SurrenderRolled) -> str:
    words = roll_words(e.roll, e.number, done=e.lost, yes="a step surrendered", no="it held out")
    return f"Surrender of {e.unit}: {words}."


def _dealt(e: ev.Dealt) -> str:
    cards = capital(counted(e.count, "supplemental card"))
    return f"{cards} went into the {side_name(e.side)} draw pile."


def _drew(e: ev.Drew) -> str:
    return f"{_who(e)} drew {_card(e) if e.card else 'a card'}."


def _over(e: ev.GameOver) -> str:
    return f"The game ended: {e.level}, {counted(e.points, 'German victory point')}."


# -- impulses and cards --------------------------------------------------------------------


def _impulse(e: ev.ImpulseBegan) -> str:
    level = f", Allied Command Level {e.level}" if e.level else ""
    return f"{side_name(e.side)} impulse {e.number}{level}."


_USES: Final = {
    "activation": "to activate {0}",
    "single unit": "to activate {0} alone",
    "Kampfgruppe": "to form a Kampfgruppe",
    "reserves": "to deploy the reserves of {0}",
    "replacements": "for replacements",
    "event": "for its event: {0}",
    "reaction": "in reaction: {0}",
}


def _card_played(e: ev.CardPlayed) -> str:
    use = _USES.get(e.use, f"for {e.use} {{0}}").format(e.detail).rstrip()
    return f"{_who(e)} played {_card(e)} {use}."


def _passed(e: ev.Passed) -> str:
    return f"{_who(e)} passed{f', discarding card {e.card}' if e.card else ': no card left'}."


def _skipped(e: ev.ImpulseSkipped) -> str:
    unread = f"; card {e.card} was discarded unread" if e.card else ""
    return f"Commandos: the Allied impulse was skipped{unread}."


# -- units ---------------------------------------------------------------------------------


def _activated(e: ev.Activated) -> str:
    if e.units == (e.formation,):
        return f"{e.formation} activated."
    return f"{e.formation} activated: {listed(e.units)}."


def _deployed(e: ev.Deployed) -> str:
    known = {"reserve": "from the Reserve box", "okw": "from OKW"}
    return f"{e.unit} deployed in {e.hex} {known.get(e.origin, f'from {e.origin}')}."


def _moved(e: ev.Moved) -> str:
    return f"{listed(e.units)} {e.start} → {e.to} ({e.left} MP left)."


def _exited(e: ev.Exited) -> str:
    return f"{e.unit} left the map from {e.hex}: {counted(e.points, 'victory point')}."


# -- roadblocks and bridges ------------------------------------------------------------------


def _roadblock_rolled(e: ev.RoadblockRolled) -> str:
    words = roll_words(e.roll, e.number, done=e.placed, yes="placed", no="none")
    return f"Roadblock check in {e.hex}: {words}."


def _lifted(e: ev.RoadblockLifted) -> str:
    rule = f" ({e.rule})" if e.rule else ""
    return f"The roadblock in {e.hex} came off: {e.why}{rule}."


def _manned(e: ev.RoadblockManned) -> str:
    nobody = "nobody was there to take its place" if e.roll <= e.number else "nobody took its place"
    words = roll_words(
        e.roll, e.number, done=bool(e.unit), yes=f"{e.unit} took its place", no=nobody
    )
    return f"Roadblock in {e.hex} cleared: {words}."


def _demolition(e: ev.DemolitionRolled) -> str:
    words = roll_words(e.roll, e.number, done=e.blown, yes="blown", no="it stands")
    return f"Demolition of the bridge {e.bridge}: {words}."


# -- combat ------------------------------------------------------------------------------------


def _declared(e: ev.AttackDeclared) -> str:
    return f"Attack on {e.target} by {listed(e.units)} against {listed(e.defenders)}."


def _tactic(e: ev.TacticUsed) -> str:
    role = "attacker" if e.attacking else "defender"
    by = f" (card {e.card})" if e.card else ""
    return f"The {side_name(e.side)} {role} used {e.tactic}{by}."


def _joined(e: ev.Joined) -> str:
    combat = f"attack on {e.hex}" if e.attacking else f"defence of {e.hex}"
    return f"{e.unit} joined the {combat} {_ORIGINS.get(e.origin, f'from {e.origin}')}."


_ORIGINS: Final = {"reserve": "from the Reserve box", "Reinforce Battle": "by Reinforce Battle"}


def _chits_chosen(e: ev.ChitsChosen) -> str:
    least, most = e.low.total, max(e.low.total, e.high.total)
    return f"{capital(counted(e.count, 'chit'))} (of {least} to {most}) at {e.ratio}."


def _chit_drawn(e: ev.ChitDrawn) -> str:
    if not e.situation:
        return f"Chit {e.chit}: no line applies."
    return f"Chit {e.chit}: {situation_words(e.situation)}: {hits_words(e.attacker, e.defender)}."


def _hits(e: ev.HitsScored) -> str:
    return f"Hits: attacker {sum_words(e.attacker)}; defender {sum_words(e.defender)}."


def _hold(e: ev.HoldRolled) -> str:
    words = roll_words(e.roll, e.tally.total, done=e.held, yes="held", no="fell back")
    parts = ", ".join(f"{part.what} {part.amount:+d}" for part in e.tally.modifiers)
    return f"Hold check in {e.hex}: {words}{f' ({parts})' if parts else ''}."


def _step_lost(e: ev.StepLost) -> str:
    return f"{e.unit} lost a step {_CAUSES.get(e.cause, f'({e.cause})')}; {e.left} left."


def _retreat(e: ev.RetreatMade) -> str:
    cost = f" at the cost of {counted(e.cost, 'step')}" if e.cost else ""
    return f"{listed(e.units)} retreated {e.start} → {e.to}{cost}."


def _advance_rolled(e: ev.AdvanceRolled) -> str:
    words = roll_words(e.roll, e.number, done=e.went, yes="it went", no="it stayed")
    return f"Advance of {listed(e.units)} to {e.to}: {words}."


# -- the Allied system -------------------------------------------------------------------------


def reasoned_brief(e: ev.Reasoned) -> str:
    """A decision without its reasons."""
    of = f" ({e.subject})" if e.subject else ""
    return f"{capital(e.procedure)}{of}: {e.chosen or 'none'}."


def line_words(line: ev.Line) -> str:
    """One reason, with its rule."""
    return f"{line.text} ({line.rule})" if line.rule else line.text


def _reasoned(e: ev.Reasoned) -> str:
    if not e.lines:
        return reasoned_brief(e)
    return f"{reasoned_brief(e)} Because: {'; '.join(map(line_words, e.lines))}."


_LETTERS: Final = {
    "D": "deploy reserves",
    "X": "expedite reserves",
    "R": "replacements",
    "U": "activate units",
    "E": "event",
}


def command_words(letter: str) -> str:
    """What a letter of an Allied card's command list stands for."""
    return _LETTERS.get(letter, letter)


_LINES: Final[dict[type, Callable[[Any], str]]] = {
    ev.DayBegan: lambda e: f"{e.day} December, {e.sky} sky.",
    ev.PhaseBegan: lambda e: f"{e.name} Phase.",
    ev.Arrived: lambda e: f"{listed(e.units)} came to the {side_name(e.side)} Reserve box.",
    ev.Released: lambda e: f"OKW released {e.division} to {e.corps} Corps.",
    ev.CardsEntered: _entered,
    ev.Dealt: _dealt,
    ev.Drew: _drew,
    ev.Reshuffled: lambda e: f"The {side_name(e.side)} {e.pile} were shuffled anew.",
    ev.FuelShort: _fuel_short,
    ev.FuelKept: lambda e: f"Fuel Priority: card {e.instead} was discarded to keep card {e.card}.",
    ev.SupplyTested: _supply_tested,
    ev.SurrenderRolled: _surrender,
    ev.VictoryCounted: lambda e: f"German victory points: {sum_words(e.tally)}.",
    ev.GameOver: _over,
    ev.LevelRevealed: lambda e: f"Allied {_card(e)} turned up: Command Level {e.level}.",
    ev.ImpulseBegan: _impulse,
    ev.CardPlayed: _card_played,
    ev.Discarded: lambda e: f"{_who(e)} discarded {_card(e)}.",
    ev.Passed: _passed,
    ev.ImpulseSkipped: _skipped,
    ev.Happened: lambda e: f"{e.event}: {e.text}.",
    ev.CardLost: lambda e: f"{_who(e)} lost card {e.card} to Commandos.",
    ev.Activated: _activated,
    ev.Deployed: _deployed,
    ev.Moved: _moved,
    ev.Exited: _exited,
    ev.Refitted: lambda e: f"{e.unit} was given a step back: it has {e.steps} now.",
    ev.DugIn: lambda e: f"Improved Position in {listed(e.hexes)}.",
    ev.PositionGone: lambda e: f"The Improved Position in {e.hex} is gone.",
    ev.Recovered: lambda e: f"{listed(e.units)} recovered from being Dispersed.",
    ev.Calendared: lambda e: f"{e.unit} was lifted; it comes back on {e.day} December.",
    ev.TownTaken: lambda e: f"{_who(e)} took {e.hex}.",
    ev.RoadblockRolled: _roadblock_rolled,
    ev.RoadblockPlaced: lambda e: f"Roadblock in {e.hex}: {e.why}.",
    ev.RoadblockLifted: _lifted,
    ev.RoadblockManned: _manned,
    ev.DemolitionRolled: _demolition,
    ev.BridgeBlown: lambda e: f"The bridge {e.bridge} was blown: {e.why}.",
    ev.BridgeSaved: lambda e: f"Operation Greif saved the bridge {e.bridge} (card {e.card}).",
    ev.BridgeBuilt: lambda e: f"{_who(e)} built a bridge at {e.bridge}.",
    ev.BridgeTaken: lambda e: f"{_who(e)} took the bridge {e.bridge}.",
    ev.AttackDeclared: _declared,
    ev.TacticUsed: _tactic,
    ev.CombatCard: lambda e: f"Allied {_card(e)} was drawn for the combat: {e.outcome}.",
    ev.Joined: _joined,
    ev.ChitsChosen: _chits_chosen,
    ev.ChitDrawn: _chit_drawn,
    ev.HitsScored: _hits,
    ev.HoldRolled: _hold,
    ev.StepLost: _step_lost,
    ev.Eliminated: lambda e: f"{e.unit} was eliminated {_CAUSES.get(e.cause, f'({e.cause})')}.",
    ev.HitIgnored: lambda e: f"A hit was ignored ({e.rule}).",
    ev.RetreatMade: _retreat,
    ev.BecameDispersed: lambda e: f"{listed(e.units)} became Dispersed: {e.why}.",
    ev.AdvanceRolled: _advance_rolled,
    ev.Advanced: lambda e: f"{e.unit} advanced to {e.to}.",
    ev.CombatOver: lambda e: f"The combat for {e.target} was over.",
    ev.Reasoned: _reasoned,
    ev.CommandChosen: lambda e: f"Allied card {e.card}: {command_words(e.command)}.",
    ev.ActionDrawn: lambda e: f"Action card {e.number} drawn: {e.title}.",
    ev.Acted: lambda e: f"Action card {e.number}: {e.lead}, {e.what}.",
}
