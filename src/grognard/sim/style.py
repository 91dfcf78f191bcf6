"""How the page of a run looks."""

from __future__ import annotations

from typing import Final

CSS: Final = """
:root { color-scheme: light; --ink: #2b2a26; --soft: #6b675c; --line: #ddd6c4; --paper: #fbf9f3; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 2px solid var(--line); }
p { margin: .5rem 0; }
.lead { color: var(--soft); }
.warn { background: #fbe9d8; border-left: 4px solid #b5532a; padding: .5rem .8rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .92rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 500; }
table.rules th[scope=row] { white-space: nowrap; }
figure { margin: .8rem 0 1.2rem; }
figure img { max-width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font-size: .9rem; }
summary { cursor: pointer; padding: .3rem 0; color: #2f5d8a; }
@media print { details { display: block; } }
"""
