"""How a match begins: edition, scenario, options and pack are checked, then the title sets up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.book.canonical import pack_hash
from grognard.book.flaws import DataFlaw, brief
from grognard.match.faults import BadSetup
from grognard.waist.title import A, E, Played, Rules, S, V

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.match.entries import Header


def set_up(title: Played[S, A, E, V], header: Header, pack: Path | None) -> S:
    check_edition(title, header.title, header.edition)
    check_scenario(title, header.scenario)
    if header.pack != pack_hash(pack):
        raise BadSetup("the match was begun with another chart pack")
    return begin(title, header.scenario, full_options(title, header.options), pack)


def begin(
    title: Played[S, A, E, V], scenario: str, options: Mapping[str, str], pack: Path | None
) -> S:
    """The first state of a game; a DataFlaw if the pack's is not one that everybody can see."""
    if pack is None:
        return title.setup(scenario, options)
    try:
        state = title.setup(scenario, options, pack)
        for seat in (None, *title.SEATS):
            title.scene(title.view(state, seat))
    except (DataFlaw, OSError):
        raise
    except Exception as error:
        raise DataFlaw(str(pack), "", f"no game can begin with it: {brief(error)}") from error
    return state


def check_edition(title: Rules[S, A, E], key: str, edition: int) -> None:
    """Raises BadSetup unless what was made by that edition means the same to this one."""
    if (key, edition) != (title.KEY, title.EDITION):
        made, here = f"edition {edition} of {key}", f"edition {title.EDITION}"
        raise BadSetup(f"made by {made}; this program plays {here} of {title.KEY}")


def check_scenario(title: Rules[S, A, E], scenario: str) -> None:
    """Raises BadSetup if the title has no such scenario."""
    known = [info.key for info in title.scenarios()]
    if scenario not in known:
        raise BadSetup(f"{title.NAME} has no scenario “{scenario}”; it has {', '.join(known)}")


def full_options(title: Rules[S, A, E], chosen: Mapping[str, str]) -> dict[str, str]:
    """The options chosen, the others at their defaults; raises BadSetup."""
    known = {option.key: option.values for option in title.OPTIONS}
    for key, value in chosen.items():
        if key not in known:
            raise BadSetup(f"{title.NAME} has no option “{key}”")
        if value not in known[key]:
            raise BadSetup(f"option “{key}” may be {' or '.join(known[key])}, not “{value}”")
    return {key: chosen.get(key, values[0]) for key, values in known.items()}
