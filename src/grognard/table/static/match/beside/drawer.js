// Beside the map, never over it: log, facts, charts, rules, and the hexes as a list.

import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";
import { Notes } from "../showing/notes.js";
import { ChartsPage } from "./charts.js";
import { FactsPage } from "./facts.js";
import { HexList } from "./hexlist.js";
import { LogPage } from "./logpage.js";
import { RulesPage } from "./rules.js";

/** @typedef {import("../game.js").Game} Game */

/** @type {[string, string, import("../../vendor/preact/preact.js").FunctionComponent<any>][]} */
const PAGES = [
  ["log", "Log", LogPage],
  ["facts", "Facts", FactsPage],
  ["charts", "Charts", ChartsPage],
  ["rules", "Rules", RulesPage],
  ["list", "Hexes", HexList],
];

/** Which page is open. */
export class Drawer {
  now = signal("log");
  /** On a phone the drawer is a sheet that comes up, and goes when its tab is pressed again. */
  up = signal(false);

  /** @param {string} key @param {boolean} [toggle] */
  open(key, toggle = false) {
    this.up.value = !(toggle && this.now.value === key && this.up.value);
    this.now.value = key;
  }

  /** By key: its page is in focus. @param {string} key */
  visit(key) {
    this.open(key);
    queueMicrotask(() => document.getElementById(`page-${key}`)?.focus());
  }

  /** The tab beside it. @param {number} by */
  beside(by) {
    const at = PAGES.findIndex(([key]) => key === this.now.value);
    const [next] = PAGES[(at + by + PAGES.length) % PAGES.length];
    this.open(next);
    queueMicrotask(() => document.getElementById(`tab-${next}`)?.focus());
  }
}

/** @param {{game: Game}} props */
export function DrawerPanel({ game }) {
  const { drawer } = game;
  return h(
    "aside",
    { class: `drawer ${drawer.up.value ? "up" : ""}`, "aria-label": "Log, facts, charts and rules" },
    h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "Beside the map" },
      PAGES.map(([key, name]) => h(Tab, { key, id: key, name, drawer })),
    ),
    h(
      "div",
      { class: "pages" },
      PAGES.map(([key, , Page]) =>
        h(
          "div",
          {
            key,
            role: "tabpanel",
            id: `page-${key}`,
            "aria-labelledby": `tab-${key}`,
            tabindex: 0,
            class: `page ${key}`,
            hidden: drawer.now.value !== key,
          },
          h(Page, { game }),
        ),
      ),
    ),
    h(Notes, { notes: game.notes, sentences: game.sentences }),
  );
}

/** @param {{id: string, name: string, drawer: Drawer}} props */
function Tab({ id, name, drawer }) {
  const chosen = drawer.now.value === id;
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    drawer.beside(by);
  };
  return h(
    "button",
    {
      role: "tab",
      id: `tab-${id}`,
      "aria-controls": `page-${id}`,
      "aria-selected": String(chosen),
      tabindex: chosen ? 0 : -1,
      onClick: () => drawer.open(id, true),
      onKeyDown: keys,
    },
    name,
  );
}
