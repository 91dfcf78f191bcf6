"""Actions in words: phrases for a menu, and what a player types.

    play 1 activate XLVII     also: 1 activate XLVII, activate 1 XLVII
    event 1 Bridge Engineers 1609/1610
    move 3/2P 1508>1509>1610  take a unit in hand and move it; rush for strategic movement
    >1610                     go on: a step
    attack 1610 with 3/2P 2/2P launch
    draw 4   lose 3/2P   retreat 0608   advance 3/2P 1610   done

Clauses are parted by semicolons. A bare unit, hex or card means what pointing
at it means just now. Every phrase of `describe`, and every action as it
prints, can be typed back.
"""

from __future__ import annotations

import re
from typing import Final

from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.state import SEATS, State
from grognard.titles.ardennes.words.prompts import prompt
from grognard.titles.ardennes.words.reading import HELP, Reader

__all__ = ["USAGE", "describe", "parse", "prompt"]

USAGE: Final = """\
  play 1 activate XLVII     a card by its number; also single, group, reserves, refit, discard
  event 1 Bridge Engineers 1609/1610
  move 3/2P 1508>1509>1610  hex by hex; rush for strategic movement; >1610 goes on; halt
  attack 1610 with 3/2P 2/2P launch;  play 4 Panzer Battalion;  draw 4
  lose 3/2P;  retreat 0608;  advance 3/2P 1610;  decline;  done"""


# -- a phrase for a menu -----------------------------------------------------------------

_PHRASES: Final[dict[type, str]] = {
    act.Done: "done",
    act.Decline: "decline",
    act.Activate: "activate {formation} with card {card}",
    act.Single: "activate {unit} alone with card {card}",
    act.Group: "form a Kampfgruppe with card {card}",
    act.Join: "join {unit} to the Kampfgruppe",
    act.Reserves: "deploy the reserves of {formation} with card {card}",
    act.Refit: "replacements with card {card}",
    act.Event: "event {event} with card {card}",
    act.Aim: "aim at {at}",
    act.Discard: "discard card {card}",
    act.KeepFuel: "keep the fuel by discarding card {card}",
    act.Deploy: "deploy {unit} in {hex}",
    act.Release: "release {division} to {corps} Corps",
    act.Replace: "replace a step of {unit}",
    act.Pick: "move {unit}",
    act.Rush: "rush {unit} along the road",
    act.Step: "go to {to}",
    act.Exit: "leave the map",
    act.Halt: "halt",
    act.DigIn: "dig in {unit}",
    act.Attack: "attack {hex}",
    act.Commit: "commit {unit}",
    act.Launch: "launch",
    act.CallOff: "call off",
    act.Play: "use {tactic} with card {card}",
    act.Rally: "rally the stack in {hex}",
    act.Draw: "draw {chits} chits",
    act.Lose: "lose a step of {unit}",
    act.Retreat: "retreat to {to}",
    act.Split: "split {unit} off to {to}",
    act.Disperse: "become Dispersed",
    act.Advance: "advance {unit} to {to}",
}


def describe(action: Action) -> str:
    """A short phrase for a menu, which can be typed back."""
    phrase = _PHRASES.get(type(action))
    if phrase is None:
        return str(action)
    return phrase.format(**{f: getattr(action, f) for f in action.__struct_fields__})


# -- what a player types -------------------------------------------------------------------

_AFTER: Final = re.compile(r">\s+")
_BEFORE: Final = re.compile(r"\b(\d{4})\s+(?=>)")


def parse(state: State, seat: str, text: str) -> list[Action]:
    """The actions a line stands for; a ValueError in one sentence if it stands for none."""
    reader = Reader(state, SEATS.index(seat))
    actions: list[Action] = []
    for clause in text.split(";"):
        if words := _BEFORE.sub(r"\1", _AFTER.sub(">", clause)).split():
            actions += reader.clause(words)
    if not actions:
        raise ValueError(f"nothing was said; {HELP}")
    return actions
