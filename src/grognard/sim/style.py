"""How the page of a run looks."""

from __future__ import annotations

from typing import Final

CSS: Final = """
:root { color-scheme: light dark; --ink: #2b2a26; --soft: #6b675c; --line: #ddd6c4;
  --paper: #fbf9f3; --link: #2f5d8a; --warn: #fbe9d8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e4d6; --soft: #b0a995; --line: #45423a; --paper: #1f1e1a; --link: #8fb8e0;
    --warn: #4a2c1a; }
  /* Pictures keep their paper. */
  figure img { background: #fbf9f3; border-radius: 6px; padding: .5rem; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 2px solid var(--line); }
p { margin: .5rem 0; }
.lead { color: var(--soft); }
.warn { background: var(--warn); border-left: 4px solid #b5532a; padding: .5rem .8rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .92rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 500; }
table.rules th[scope=row] { white-space: nowrap; }
figure { margin: .8rem 0 1.2rem; overflow-x: auto; }
figure img { width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font-size: .9rem; }
.key { list-style: none; margin: -.6rem 0 1rem; padding: 0; display: flex; flex-wrap: wrap;
  gap: .2rem 1.2rem; font-size: .9rem; }
.key span { display: inline-block; width: 1.4rem; height: .8rem; margin-right: .4rem;
  border-radius: 2px; }
summary { cursor: pointer; padding: .3rem 0; color: var(--link); }
@media (max-width: 40rem) { figure img { min-width: 36rem; } }
@media print { details { display: block; } }
"""
