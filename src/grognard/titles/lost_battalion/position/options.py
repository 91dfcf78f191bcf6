"""House rules a match may be set to, with the ruling each belongs to."""

from __future__ import annotations

from grognard.waist.title import OptionInfo

_OFF_ON = ("off", "on")


def _off(key: str, text: str, rule: str) -> OptionInfo:
    return OptionInfo(key, _OFF_ON, text, rule)


OPTIONS: tuple[OptionInfo, ...] = (
    _off("stacking_after_advance", "Stacking limits hold for advances too.", "LB-5.3b"),
    _off("control_blocks_supply", "Enemy control of a hex blocks supply lines.", "LB-7.3c"),
    _off("forts_german_only", "Fortifications shelter German units only.", "LB-8.8d"),
    OptionInfo(
        "late_rested_join",
        ("on", "off"),
        "Divisions rested after the announcement join the Final Offensive.",
        "LB-6.4h",
    ),
    _off("french_hasty_t1", "French infantry may make Hasty Attacks on turn 1.", "LB-6.4i"),
    _off("german_hasty", "German units may make Hasty Attacks.", "LB-6.4i"),
    _off("gas_withdrawn", "Gas markers are withdrawn from turn 13 on.", "LB-11.7h"),
    _off("us_withdrawals", "The US 37th and 91st Divisions leave on turn 8.", "LB-S.34"),
    _off("lost_battalion", "A cut-off 77th Division holds out on turn 4.", "LB-S.34"),
)
