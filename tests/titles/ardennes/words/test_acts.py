"""Enemy Action: Ardennes: what its log lines say of what was done, for the beats."""

from __future__ import annotations

from grognard.book.tally import Modifier, Tally
from grognard.match.beats import Line, grouped, headline
from grognard.titles import ardennes as ea
from grognard.titles.ardennes.position import events as ev

GERMAN, ALLIED = 0, 1


def beats(*events: ev.Event) -> list[tuple[str, str]]:
    lines = [Line(n, ea.narrate(event), ea.notice(event)) for n, event in enumerate(events)]
    return [(beat.sort, headline(beat)) for beat in grouped(lines)]


def reasoned(procedure: str, chosen: str) -> ev.Reasoned:
    return ev.Reasoned(ALLIED, procedure, "CCA/9A", chosen, (ev.Line("the only hex"),))


def hits(count: int) -> Tally:
    return Tally((Modifier(count, "EA-S.1", "chits"),)) if count else Tally()


def test_an_allied_decision_goes_with_its_reason_to_what_came_of_it() -> None:
    told = (
        ev.ActionDrawn(ALLIED, 10, "Occupy Position"),
        reasoned("Action card 10: Occupy Position", "moves to 2208"),
        ev.Acted(ALLIED, 10, "CCA/9A", "moves to 2208"),
        ev.Moved(ALLIED, ("CCA/9A",), "2207", "2208", 2, 3),
    )

    assert beats(*told) == [
        ("card", "Action card 10 drawn: Occupy Position."),
        ("march", "CCA/9A: 2207 – 2208, 3 MP spent"),
    ]


def test_a_decision_that_came_to_nothing_stays_with_the_card_that_asked() -> None:
    told = (
        ev.ActionDrawn(ALLIED, 6, "Cut Off"),
        reasoned("Action card 6: Cut Off", "nobody"),
        ev.ActionDrawn(ALLIED, 10, "Occupy Position"),
    )

    assert [sort for sort, _ in beats(*told)] == ["card", "card"]


def test_a_combat_is_one_beat_with_its_reasons_until_it_is_over() -> None:
    told = (
        ev.AttackDeclared(GERMAN, "0906", ("501/ISS",), ("422/106",)),
        ev.TacticUsed(GERMAN, "Panzer Battalion", 30),
        ev.ChitsChosen(GERMAN, 5, Tally(), Tally(), "16:3 = 5:1"),
        ev.HitsScored(GERMAN, hits(0), hits(5)),
        reasoned("Hit", "retreat"),
        ev.RetreatMade(ALLIED, ("422/106",), "0906", "1007", 0),
        ev.Eliminated(ALLIED, "422/106", "combat"),
        ev.Advanced(GERMAN, "501/ISS", "0906"),
        ev.CombatOver(GERMAN, "0906"),
        ev.DugIn(GERMAN, ("0807",)),
    )

    assert beats(*told) == [
        (
            "battle",
            "Attack on 0906 by 501/ISS against 422/106: 16:3 = 5:1; hits 0 on the attacker, "
            "5 on the defender; 422/106 back to 1007; 422/106 eliminated; advance to 0906.",
        ),
        ("event", "Improved Position in 0807."),
    ]


def test_cards_drawn_are_counted() -> None:
    assert beats(*[ev.Drew(GERMAN, 0)] * 6) == [("card", "The German side drew six cards.")]


def test_a_card_played_in_reaction_is_a_reaction() -> None:
    assert ea.notice(ev.CardPlayed(GERMAN, 5, "reaction")).act == "reaction"
    assert ea.notice(ev.CardPlayed(GERMAN, 5, "event")).act == "card"
