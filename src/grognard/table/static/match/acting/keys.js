// Everything by keyboard; one list serves the keys and their help.

import { h } from "../../vendor/preact/preact.js";
import { dialog } from "../dialogs.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").OverlayInfo} OverlayInfo */
/** @typedef {[string, string, (event: KeyboardEvent) => void]} Row keys, words, deed */

const TAKEN = new Set("abdfhlmnpqtuvxy");
const ON_MAP = new Set("Enter, ,ArrowUp,ArrowDown,ArrowLeft,ArrowRight,Home,End,PageDown".split(","));
/** @type {Record<string, string>} */
const NAMES = {
  " ": "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  PageDown: "Page Down",
};

/** A letter for each overlay: the one the title asks for, or one that is free. @param {OverlayInfo[]} overlays @returns {Map<string, OverlayInfo>} */
export function overlayKeys(overlays) {
  const found = new Map();
  for (const info of overlays) {
    const free = [info.hotkey ?? "", ...info.name.toLowerCase(), ..."evwcgkors"].find(
      (c) => /^[a-z]$/.test(c) && !found.has(c) && !TAKEN.has(c),
    );
    if (free) found.set(free, info);
  }
  return found;
}

/** @param {Game} game @returns {Row[]} */
function playing(game) {
  const { board, pointer, odds, deeds, replay } = game;
  const nth = (/** @type {KeyboardEvent} */ event) => {
    const all = document.querySelectorAll(".prompt .buttons button");
    /** @type {HTMLElement | undefined} */ (all[Number(event.key) - 1])?.click();
  };
  return [
    ["ArrowUp ArrowDown ArrowLeft ArrowRight", "Walk from hex to hex; with Shift: move the map", (e) => walk(game, e)],
    ["Enter", "Do what is asked about; otherwise act in the hex, or hear why not", () => enter(game)],
    ["Escape", "Close what is open, call off what is asked about, let go; takes nothing back", () => letGo(game)],
    [
      " ",
      "Look into the stack; in a replay: play or pause",
      () => (replay.on ? replay.toggle() : game.openTray(board.focus, true)),
    ],
    ["n", "Next unit not yet moved, or hex that waits for you", () => pointer.next(1)],
    ["p", "The one before", () => pointer.next(-1)],
    ["1 2 3 4 5 6 7 8 9", "Press a button of the prompt", nth],
    ["a", "What could the other side do here?", () => odds.threats()],
    ["v", "Choose what to show on the map", () => game.layers.focus()],
    ["q", "All of a formation", () => game.formation.toggle()],
    ["y", "To the cards; arrows choose, Enter plays", () => game.hands.focus()],
    ["u", "Undo", () => deeds.undo()],
    ["U", "Ask the others to go back further", () => game.rewind.choose()],
    ["/", "Type an order", () => document.querySelector(/** @type {"input"} */ (".order"))?.focus()],
    ["?", "This list", () => keyHelp(game)],
  ];
}

/** @param {Game} game @returns {Row[]} */
function looking({ board, offers, looks, drawer }) {
  return [
    ["+ =", "Zoom in", () => board.zoomBy(1.4)],
    ["-", "Zoom out", () => board.zoomBy(1 / 1.4)],
    ["0", "The whole map", () => board.fit()],
    ["f", "Fit what waits for you", () => board.fit(offers.lit.value)],
    ["b", "Front and control on or off", () => looks.toggleFront()],
    ["h", "Hide or show the counters", () => looks.toggleCounters()],
    ["l", "Log", () => drawer.visit("log")],
    ["x", "Facts", () => drawer.visit("facts")],
    ["t", "Charts", () => drawer.visit("charts")],
    ["d", "Rules", () => drawer.visit("rules")],
    ["m", "The map as a list", () => drawer.visit("list")],
  ];
}

/** @param {Game} game @returns {Row[]} */
function lookingBack({ replay }) {
  const past = (/** @type {() => void} */ deed) => () => {
    if (replay.on) deed();
  };
  return [
    ["[", "Replay: step back", past(() => replay.step(-1))],
    ["]", "Replay: step", past(() => replay.step(1))],
    ["PageDown", "Replay: next phase", past(() => replay.phase())],
    ["Home", "Replay: to the start", past(() => replay.go(0))],
    ["End", "Replay: to the end", past(() => replay.go(replay.last))],
  ];
}

/** @param {Game} game */
function table(game) {
  return [...playing(game), ...looking(game), ...lookingBack(game)];
}

/** @param {Game} game @param {KeyboardEvent} event */
function walk({ board, pointer }, event) {
  const key = /** @type {"ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"} */ (event.key);
  const [dx, dy] = { ArrowUp: [0, 80], ArrowDown: [0, -80], ArrowLeft: [80, 0], ArrowRight: [-80, 0] }[key];
  if (event.shiftKey) board.panBy(dx, dy);
  else pointer.walkTo(board.step(key));
}

/** @param {Game} game */
function enter({ odds, deeds, clicks, board }) {
  const { asked, offer } = odds.shown.value ?? {};
  if (asked && offer) deeds.play(offer);
  else clicks.press(board.focus, "");
}

/** @param {Game} game */
function letGo(game) {
  if (!game.closeSomething() && game.replay.on) game.replay.end();
}

/** @param {Game} game @returns {() => void} takes the keys away again */
export function bindKeys(game) {
  const deeds = new Map(table(game).flatMap(([keys, , deed]) => split(keys).map((key) => [key, deed])));
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select")) {
      if (event.key === "Escape") game.board.host.focus();
      return;
    }
    const onMap = [game.board.host, document.body, game.app].includes(target);
    if (!onMap && ON_MAP.has(event.key)) return;
    const overlay = game.overlayKeys.get(event.key);
    const deed = deeds.get(event.key) ?? (overlay && (() => game.overlays.show(overlay.key)));
    if (!deed) return;
    event.preventDefault();
    deed(event);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** @param {string} keys */
function split(keys) {
  return keys === " " ? [" "] : keys.split(" ");
}

/** @param {Game} game */
export function keyHelp(game) {
  const rows = [
    ...table(game).map(([keys, words]) => ({ keys: split(keys), words })),
    ...[...game.overlayKeys].map(([key, info]) => ({
      keys: [key],
      words: `Overlay: ${info.name}, for the hex or unit under the pointer`,
    })),
  ];
  const key = (/** @type {string} */ name) => [h("kbd", null, NAMES[name] ?? name), " "];
  dialog("Keys and help", () => [
    h(
      "p",
      null,
      "Amber counters may act: click one, then a lit hex. A click elsewhere tells you which rule forbids it. Rest the pointer on a stack, or press long, to look into it.",
    ),
    h(
      "dl",
      { class: "keys", tabindex: 0 },
      rows.map(({ keys, words }) => [h("dt", null, keys.map(key)), h("dd", null, words)]),
    ),
  ]);
}
