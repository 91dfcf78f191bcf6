"""Actions in words: phrases for a menu, and what a player types.

    activate 506              or recover 506; objective Noville; again; prepare
    take 1/506; go 11.09      a unit in hand, hex by hex; flip; halt
    1/506 11.12>11.11>11.10   the same at one go; >11.09 goes on; move HQ >11.12
    engage 11.09   fire 11.09   shock 11.09   scout 11.09
    attack 11.09 with 2/506   with or without an assisting unit
    barrage 11.09 with arty, 1/506 spotting
    move Trains 08.17         or off
    choose 20AIB   withdraw 20AIB 11.11   follow   decline   done

Clauses are parted by semicolons. A bare unit, hex or formation means what
pointing at it means just now. Every phrase of `describe`, and every action as
it prints, can be typed back.
"""

from __future__ import annotations

import re
from typing import Final

from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.state import SEATS, State
from grognard.titles.bcs.words.prompts import prompt
from grognard.titles.bcs.words.reading import HELP, Reader

__all__ = ["USAGE", "describe", "parse", "prompt"]

USAGE: Final = """\
  activate 506;  recover 506;  objective Noville;  again;  prepare
  1/506 11.12>11.11>11.10   take a unit and move it hex by hex; >11.09 goes on; flip; halt
  move HQ >11.12;  move Trains 08.17
  engage 11.09;  fire 11.09;  shock 11.09;  scout 11.09;  attack 11.09 with 2/506
  barrage 11.09 with arty, 1/506 spotting
  choose 20AIB;  withdraw 20AIB 11.11;  follow;  decline;  done"""


# -- a phrase for a menu -----------------------------------------------------------------

_PHRASES: Final[dict[type, str]] = {
    act.Done: "done",
    act.Decline: "decline",
    act.Arrive: "bring {who} to {where}",
    act.Replace: "replace a step of {unit}",
    act.Assign: "assign {unit} to {formation}",
    act.Release: "release {unit}",
    act.Guns: "guns for {formation}",
    act.Box: "box {unit}",
    act.Unbox: "unbox {unit} to {hex}",
    act.Activate: "activate {formation}",
    act.Recover: "recover {formation}",
    act.Prepare: "prepare the defense",
    act.Abandon: "abandon the Prepared Defense",
    act.Objective: "objective on {hex}",
    act.Again: "again: a Second Activation",
    act.Act: "take {unit}",
    act.Flip: "flip",
    act.Step: "go to {to}",
    act.Halt: "halt",
    act.Leave: "leave the map",
    act.Engage: "engage {hex}",
    act.Fire: "fire at {hex}",
    act.Shock: "shock {hex}",
    act.Recon: "scout {hex}",
    act.Attack: "attack {hex} with {assist} assisting",
    act.Retreat: "retreat",
    act.StandOff: "{how} {hex} with {box} from {origin}",
    act.Barrage: "barrage {hex} with {point}, {spotter} spotting",
    act.Restore: "restore the Support of {unit}",
    act.MoveHq: "move the HQ",
    act.PullBack: "pull the HQ back to {hex}",
    act.MoveTrains: "move the Trains to {hex}",
    act.Choose: "choose {unit}",
    act.Suppress: "suppress with {point}",
    act.Destroy: "destroy with {arty} arty and {air} air",
    act.Withdraw: "withdraw {unit} to {hex}",
    act.Follow: "follow",
}
_ALONE: Final = "attack {hex}"
_OFF: Final[dict[type, str]] = {
    act.MoveTrains: "move the Trains off the map",
    act.Withdraw: "withdraw {unit} off the map",
}
_SPOTTED: Final = ", {spotter} spotting"
_MEASURED: Final = " by {by}"


def describe(action: Action) -> str:
    """A short phrase for a menu, which can be typed back."""
    phrase = _PHRASES.get(type(action))
    if phrase is None:
        return str(action)
    match action:
        case act.Attack(assist=""):
            phrase = _ALONE
        case act.MoveTrains(hex=act.OFF_MAP) | act.Withdraw(hex=act.OFF_MAP):
            phrase = _OFF[type(action)]
        case act.Suppress(spotter=name) | act.Destroy(spotter=name) if name:
            phrase += _SPOTTED
        case act.MoveTrains(by=way) if way:
            phrase += _MEASURED
    return phrase.format(**{f: getattr(action, f) for f in action.__struct_fields__})


# -- what a player types -----------------------------------------------------------------

_AFTER: Final = re.compile(r">\s+")
_BEFORE: Final = re.compile(r"(\d\d\.\d\d)\s+(?=>)")


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
