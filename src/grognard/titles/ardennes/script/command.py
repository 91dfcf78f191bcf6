"""The Allied impulse: a card, and the first of its commands that applies (EA-S.23 to EA-S.29)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from grognard.book.priorities import highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    CORPS,
    GERMAN,
    NO_COMMAND,
    Card,
    UnitId,
    UnitSet,
    ordinal,
)
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    NO_CARD,
    AlliedTurn,
    Command,
    CommandDraw,
    Impulses,
)
from grognard.titles.ardennes.position.questions import PROCEDURES, Events, ask_chance
from grognard.titles.ardennes.position.state import (
    CALENDAR,
    PILE,
    RESERVE,
    SHOWN,
    SOLITAIRE,
    State,
    ascending,
    boxed,
    corps_units,
    each,
    names_of,
    put,
    standing,
    steps_of,
)
from grognard.titles.ardennes.rules.cards import cards, effects, happenings, refit
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import activation, deploy, engineers, pile
from grognard.titles.ardennes.script.defence import matching
from grognard.titles.ardennes.script.reasons import Reasons, Silence
from grognard.titles.ardennes.script.rounds import shown_to_discards
from grognard.titles.ardennes.script.vocabulary import label, westernmost
from grognard.waist.asking import innermost, pop, push, swap
from grognard.waist.chance import Pick, Picked

# -- the impulse -------------------------------------------------------------------------------


@cites("EA-S.7", "EA-S.29")
def run_turn(state: State, turn: AlliedTurn) -> Events:
    """The card turned up is resolved; after a No Command card, one more."""
    if turn.cards == 0:
        return _begin_turn(state)
    if turn.cards == 1 and _is_no_command(state):
        shown_to_discards(state)
        swap(state, AlliedTurn(2))
        return _turn_up(state)
    shown_to_discards(state)
    pop(state)
    return []


PROCEDURES[AlliedTurn] = run_turn


def _begin_turn(state: State) -> Events:
    phase = innermost(state, Impulses)
    told: Events = [ev.ImpulseBegan(ALLIED, phase.number if phase else 0)]
    if state.skipping:
        return told + _skip(state)
    swap(state, AlliedTurn(1))
    if state.shown == NO_CARD:
        return told + _turn_up(state)
    push(state, Command(state.shown))
    return told


@cites("EA-S.58")
def _raid(state: State) -> Events:
    state.skipping = True
    return [ev.Happened(GERMAN, happenings.COMMANDOS, "the Allies will skip their next impulse")]


effects.RAIDS[SOLITAIRE] = _raid


@cites("EA-S.58")
def _skip(state: State) -> Events:
    """Commandos: the card goes unresolved."""
    state.skipping = False
    number = 0
    if state.shown != NO_CARD:
        number = cards.printed(state, ALLIED, state.shown).number
    shown_to_discards(state)
    pop(state)
    return [ev.ImpulseSkipped(ALLIED, number)]


@cites("EA-S.29")
def _is_no_command(state: State) -> bool:
    if state.shown == NO_CARD:
        return False
    return cards.printed(state, ALLIED, state.shown).kind == NO_COMMAND


def _turn_up(state: State) -> Events:
    told = pile.reshuffle_if_empty(state)
    if PILE in state.cards[ALLIED]:
        push(state, CommandDraw())
    return told


def _command_draw(state: State, _: CommandDraw) -> Pick:
    return pile.next_card(state, "the card of the Allied impulse")


def _command_drawn(state: State, _: CommandDraw, action: Picked) -> Events:
    card = pile.take(state, action)
    cards.move_card(state, ALLIED, card, SHOWN)
    state.shown = card
    swap(state, Command(card))
    face = cards.printed(state, ALLIED, card)
    return [ev.LevelRevealed(ALLIED, face.number, face.level, face.title)]


ask_chance(CommandDraw, _command_draw, _command_drawn)


# -- the command list --------------------------------------------------------------------------


class Order(NamedTuple):
    """A command of a card: whether it applies (it says why), and what it does."""

    name: str
    applies: Callable[[State, Card, Reasons], bool]
    carry_out: Callable[[State, Card], Events]


@cites("EA-S.23")
def run_command(state: State, command: Command) -> Events:
    """Goes down the list; only the first command that applies is carried out."""
    pop(state)
    card, why = cards.printed(state, ALLIED, command.card), Reasons(state)
    for order in orders(card):
        if order.applies(state, card, why):
            why.say(f"{order.name}: applies", "EA-S.23")
            told: Events = [
                why.told("Command list", card.title, order.name),
                ev.CommandChosen(ALLIED, card.number, order.name),
            ]
            return told + order.carry_out(state, card)
        why.say(f"{order.name}: does not apply", "EA-S.23")
    chosen = "nothing applies"
    return [
        why.told("Command list", card.title, chosen),
        ev.CommandChosen(ALLIED, card.number, chosen),
    ]


PROCEDURES[Command] = run_command


def orders(card: Card) -> list[Order]:
    """The commands of a card in order: a special event first, an unlisted event last."""
    listed = [COMMANDS[letter] for letter in card.commands]
    if card.event and card.special:
        return [EVENT, *listed]
    return [*listed, EVENT] if card.event and EVENT not in listed else listed


# -- Deploy Reserves ---------------------------------------------------------------------------


@cites("EA-S.24")
def _has_reserves(state: State, card: Card, why: Reasons) -> bool:
    units = matching(state, card)
    waiting = units & boxed(state, RESERVE, ALLIED)
    names = names_of(state, waiting)
    why.say(f"in the Reserve box: {', '.join(names) or 'none'}", "EA-S.24", names)
    if not waiting:
        return False
    if deploy.can_deploy(state, units):
        return True
    why.say("none of them can be placed", "EA-S.24")
    return False


def _deploy(state: State, card: Card) -> Events:
    return deploy.deploy(state, matching(state, card))


# -- Expedite Reserves -------------------------------------------------------------------------


@cites("EA-S.25")
def expected(state: State, card: Card) -> UnitSet:
    """The corps' units in tomorrow's space of the calendar."""
    units = corps_units(state, card.corps) & boxed(state, CALENDAR, ALLIED)
    return sum(1 << u for u in each(units) if state.due.get(u) == state.day + 1)


def _is_late(state: State) -> bool:
    """Late in the day: hardly a card is left in the German draw pile."""
    return state.cards[GERMAN].count(PILE) <= state.kit.number("late_pile")


@cites("EA-S.25")
def _can_expedite(state: State, card: Card, why: Reasons) -> bool:
    units = expected(state, card)
    names = names_of(state, units)
    why.say(f"due tomorrow: {', '.join(names) or 'none'}", "EA-S.25", names)
    if not units:
        return False
    if not _is_late(state) or deploy.can_deploy(state, 0, units):
        return True
    why.say("it is late in the day, and none of them can be placed", "EA-S.25")
    return False


@cites("EA-S.25")
def _expedite(state: State, card: Card) -> Events:
    units = expected(state, card)
    if _is_late(state):
        return deploy.deploy(state, 0, units)
    for unit in each(units):
        state.due.pop(unit)
        put(state, unit, RESERVE)
    return [ev.Arrived(ALLIED, names_of(state, units))]


# -- Assign Replacements -----------------------------------------------------------------------


@cites("EA-S.26")
def reduced(state: State, units: UnitSet) -> UnitSet:
    """Units on the map below full strength."""
    kit = state.kit
    here = units & standing(state, ALLIED)
    return sum(1 << u for u in each(here) if state.steps[u] < kit.units[u].steps)


@cites("EA-S.26", "EA-SU.j", "EA-S.37")
def refittable(state: State, units: UnitSet) -> UnitSet:
    """Reduced units in supply, with room for a step where they stand."""
    return sum(
        1 << u
        for u in each(reduced(state, units))
        if not supply.low_supply(state, u) and zones.room_for_step(state, u)
    )


@cites("EA-S.26")
def _can_replace(state: State, card: Card, why: Reasons) -> bool:
    kit, units = state.kit, corps_units(state, card.corps)
    first = kit.number("replacements_from_day")
    if card.kind != CORPS or state.day < first:
        why.say(f"corps cards give replacements from {first} December", "EA-S.26")
        return False
    weak = reduced(state, units)
    names = names_of(state, weak)
    why.say(f"reduced units: {', '.join(names) or 'none'}", "EA-S.26", names)
    if weak.bit_count() < kit.number("replacements_reduced"):
        return False
    return bool(refittable(state, units))


@cites("EA-S.26")
def _replace(state: State, card: Card) -> Events:
    """A step each to two supplied units, those outside German ZOC first, by ascending #."""
    told: Events = []
    given: UnitSet = 0
    for _ in range(state.kit.number("replacement_steps")):
        fit = refittable(state, corps_units(state, card.corps) & ~given)
        if not fit:
            break
        why = Reasons(state)
        unit = _neediest(state, fit, why)
        given |= 1 << unit
        told.append(why.told("Replacements", card.title, state.kit.names[unit]))
        told += refit.give_step(state, unit)
    return told


def _neediest(state: State, fit: UnitSet, why: Reasons) -> UnitId:
    enemy, order = zones.zone(state, GERMAN), state.kit.order
    found = narrow(
        ascending(state, fit),
        [
            only("not in a German ZOC", lambda u: not enemy >> state.hex_of[u] & 1, "EA-S.26"),
            lowest("lowest #", lambda u: order[u], "EA-S.26"),
        ],
    )
    why.narrowed_units(found)
    return found.kept[0]


# -- Unit Activation ---------------------------------------------------------------------------


def _is_eligible(state: State, card: Card, why: Reasons) -> bool:
    units = activation.formation(state, card, why)
    if not units:
        why.say("no unit of the formation is on the map", "EA-AA.a")
        return False
    return activation.eligible(state, units, why)


def _activate(state: State, card: Card) -> Events:
    return activation.begin(state, card, activation.formation(state, card, Silence(state)))


# -- events ------------------------------------------------------------------------------------


@cites("EA-S.23")
def _event_applies(state: State, card: Card, why: Reasons) -> bool:
    """Whether the card's event can happen today and would do something."""
    if not card.event:
        why.say("the card has no event", "EA-S.23")
        return False
    if card.games and state.kit.scenario.game not in card.games:
        why.say(f"{card.event} does nothing in this game", "EA-S.23")
        return False
    if card.days and state.day not in card.days:
        why.say(f"{card.event} is not for today", "EA-S.23")
        return False
    if card.once and card.event in state.used_once:
        why.say(f"{card.event} has happened before", "EA-S.23")
        return False
    return EVENTS[card.event].applies(state, card, why)


def _happen(state: State, card: Card) -> Events:
    return EVENTS[card.event].carry_out(state, card)


def _can_engineer(state: State, _: Card, why: Reasons) -> bool:
    return engineers.first_job(state, why) is not None


@cites("EA-S.76")
def _engineer(state: State, card: Card) -> Events:
    why = Reasons(state)
    job = engineers.first_job(state, why)
    assert job is not None, "the event applies"
    text = engineers.describe(state.kit, job)
    told: Events = [
        why.told("Engineers", card.title, text),
        ev.Happened(ALLIED, card.event, text),
    ]
    return told + engineers.work(state, job)


def _resupply_hex(state: State, why: Reasons) -> Hex | None:
    """The VP hex with units cut off that has most steps, then the highest Hold Value."""
    cut = state.unsupplied | state.isolated
    hexes = [
        h for h in members(state.occupied[ALLIED] & state.kit.vp_hexes) if state.stacks[h] & cut
    ]
    why.hexes("VP hexes with units Out of Supply or Isolated", hexes)
    found = narrow(
        hexes,
        [
            highest("most steps", lambda h: steps_of(state, state.stacks[h])),
            highest("highest Hold Value", lambda h: state.kit.hv[h]),
            *westernmost(state),
        ],
    )
    why.narrowed(found)
    return found.kept[0] if found.kept else None


def _can_resupply(state: State, _: Card, why: Reasons) -> bool:
    if not effects.clear_sky(state):
        why.say("the sky is overcast")
        return False
    return _resupply_hex(state, why) is not None


def _resupply(state: State, card: Card) -> Events:
    why = Reasons(state)
    hex_ = _resupply_hex(state, why)
    assert hex_ is not None, "the event applies"
    told: Events = [why.told("Air Resupply", card.title, label(state, hex_))]
    return told + effects.resupply(state, hex_)


def _clouds_hang(state: State, _: Card, why: Reasons) -> bool:
    why.say("Allied aircraft do not fly yet today")
    return happenings.CLOUDS not in state.today


def _break_clouds(state: State, card: Card) -> Events:
    return happenings.happen(state, ALLIED, card, happenings.CLOUDS, "")


def _pattons_units(state: State) -> UnitSet:
    kit = state.kit
    units, day = kit.corps_units[kit.pattons_corps], kit.number("patton_from_day")
    units &= boxed(state, CALENDAR, ALLIED)
    return sum(1 << u for u in each(units) if state.due.get(u) == day)


def _can_hurry(state: State, _: Card, why: Reasons) -> bool:
    kit, names = state.kit, names_of(state, _pattons_units(state))
    due = f"{kit.pattons_corps} Corps units due on the {ordinal(kit.number('patton_from_day'))}"
    why.say(f"{due}: {', '.join(names) or 'none'}", "", names)
    return bool(names)


def _patton(state: State, card: Card) -> Events:
    return happenings.happen(state, ALLIED, card, happenings.PATTON, "")


def _never(_: State, card: Card, why: Reasons) -> bool:
    why.say(f"{card.event} does nothing in this game", "EA-S.23")
    return False


def _nothing(_: State, __: Card) -> Events:
    return []


EVENT: Final = Order("Event", _event_applies, _happen)
COMMANDS: Final[dict[str, Order]] = {
    "D": Order("Deploy Reserves", _has_reserves, _deploy),
    "X": Order("Expedite Reserves", _can_expedite, _expedite),
    "R": Order("Assign Replacements", _can_replace, _replace),
    "U": Order("Unit Activation", _is_eligible, _activate),
    "E": EVENT,
}
EVENTS: Final[dict[str, Order]] = {
    happenings.ENGINEERS: Order(happenings.ENGINEERS, _can_engineer, _engineer),
    happenings.AIR_RESUPPLY: Order(happenings.AIR_RESUPPLY, _can_resupply, _resupply),
    happenings.CLOUDS: Order(happenings.CLOUDS, _clouds_hang, _break_clouds),
    happenings.PATTON: Order(happenings.PATTON, _can_hurry, _patton),
    happenings.ALARM: Order(happenings.ALARM, _never, _nothing),
}
