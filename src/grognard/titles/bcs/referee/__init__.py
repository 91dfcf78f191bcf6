"""A second reading of the series rules: see `grognard.waist.referee`."""

from grognard.titles.bcs.referee.bench import REFEREE

__all__ = ["REFEREE"]
