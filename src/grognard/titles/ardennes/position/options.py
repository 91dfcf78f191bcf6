"""House rules a match may be set to, each a reading of a rule; the first value is ours."""

from __future__ import annotations

from grognard.waist.title import OptionInfo

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "roadblock_rolls",
        ("until_placed", "every_hex"),
        "Roadblock rolls in an activation stop once one is placed, or go on hex by hex.",
        "EA-RB.h",
    ),
    OptionInfo(
        "roadblocks_after_retreat",
        ("early", "never"),
        "German retreats cause roadblock checks from 16 to 19 December, or never.",
        "EA-RT.v",
    ),
    OptionInfo(
        "manned_by",
        ("formation_first", "reserve_first"),
        "Who takes a roadblock's place: the nearest formation counts first, or the Reserve box.",
        "EA-RB.x",
    ),
    OptionInfo(
        "big_units",
        ("attacker", "defender"),
        "Whose units of three or more steps raise the number of chits.",
        "EA-CH.d",
    ),
    OptionInfo(
        "assault_coordination",
        ("both", "allied"),
        "Assault Coordination serves attackers of both sides, or Allied ones alone.",
        "EA-CT.b",
    ),
    OptionInfo(
        "bracketed_pairs",
        ("attack", "stay"),
        "Two bracketed units may attack together, or not without another unit.",
        "EA-ST.a",
    ),
    OptionInfo(
        "mixed_supply",
        ("out_of_supply", "none"),
        "Defenders partly Out of Supply and partly Isolated count as Out of Supply, or as neither.",
        "EA-CH.f",
    ),
    OptionInfo(
        "few_steps",
        ("when_hit", "at_start"),
        "An Allied attacker's steps are counted when the second hit falls, or as the attack began.",
        "EA-CR.q",
    ),
)
