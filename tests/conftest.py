"""Settings every test shares."""

from __future__ import annotations

from hypothesis import settings

# Machines differ; a slow one must not fail a law.
settings.register_profile("grognard", deadline=None)
settings.load_profile("grognard")
