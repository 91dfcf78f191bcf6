"""One package a title; each satisfies the protocol of `grognard.waist.title`.

The front door has a function of the same name, whose place this package takes as soon as a title
is imported. So the package can be called too: `grognard.titles()` are the keys of all titles.
"""

import sys
from types import ModuleType


class _Titles(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        from grognard.library import titles

        return titles()


sys.modules[__name__].__class__ = _Titles
