// Everything by keyboard; one list serves the keys and their help.

import { h } from "../common/dom.js";

/** @typedef {import("./match.js").MatchView} MatchView */

const TAKEN = new Set("abdfhlmnpqtuvxy");

/** A letter for each overlay: the one the title asks for, or one that is free. @param {import("../types.js").OverlayInfo[]} overlays @returns {Map<string, import("../types.js").OverlayInfo>} */
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

/** @param {MatchView} view @returns {[string, string, (event: KeyboardEvent) => void][]} keys, words, deed */
function table(view) {
  const { board, replay } = view;
  const past = (/** @type {() => void} */ deed) => () => {
    if (replay.on) deed();
  };
  return [
    ["ArrowUp ArrowDown ArrowLeft ArrowRight", "Walk from hex to hex; with Shift: move the map", (e) => walk(view, e)],
    ["Enter", "Act in the hex: take the unit, march there, or hear why not", () => view.press(board.focus, "")],
    [
      " ",
      "Look into the stack; in a replay: play or pause",
      () => (replay.on ? replay.toggle() : view.openTray(board.focus, true)),
    ],
    ["n", "Next unit not yet moved, or hex that waits for you", () => view.nextUnit(1)],
    ["p", "The one before", () => view.nextUnit(-1)],
    [
      "1 2 3 4 5 6 7 8 9",
      "Press a button of the prompt",
      (e) =>
        /** @type {HTMLElement | undefined} */ (view.buttons.querySelectorAll("button")[Number(e.key) - 1])?.click(),
    ],
    ["a", "What could the other side do here?", () => view.showThreats()],
    ["v", "Choose what to show on the map", () => view.layers.focus()],
    ["q", "All of a formation", () => view.toggleFormation()],
    ["y", "To the cards; arrows choose, Enter plays", () => view.hands.focus()],
    ["u", "Undo", () => view.undo()],
    ["U", "Ask the others to go back further", () => view.rewind.choose()],
    ["Escape", "Close what is open; otherwise undo", () => closeOrUndo(view)],
    ["+ =", "Zoom in", () => board.zoomBy(1.4)],
    ["-", "Zoom out", () => board.zoomBy(1 / 1.4)],
    ["0", "The whole map", () => board.fit()],
    ["f", "Fit what waits for you", () => board.fit(view.litHexes())],
    ["b", "Front and control on or off", () => view.toggleFront()],
    ["h", "Hide or show the counters", () => view.toggleCounters()],
    ["l", "Log", () => page(view, "log")],
    ["x", "Facts", () => page(view, "facts")],
    ["t", "Charts", () => page(view, "charts")],
    ["d", "Rules", () => page(view, "rules")],
    ["m", "The map as a list", () => page(view, "list")],
    ["/", "Type an order", () => view.order.focus()],
    ["[", "Replay: step back", past(() => replay.step(-1))],
    ["]", "Replay: step", past(() => replay.step(1))],
    ["PageDown", "Replay: next phase", past(() => replay.phase())],
    ["Home", "Replay: to the start", past(() => replay.go(0))],
    ["End", "Replay: to the end", past(() => replay.go(replay.last))],
    ["?", "This list", () => keyHelp(view)],
  ];
}

/** @param {MatchView} view @param {string} key */
function page(view, key) {
  view.drawer.open(key);
  if (view.hexlist.stale) view.hexlist._redraw();
  view.drawer.body.querySelector(`#page-${key}`).focus();
}

/** @param {MatchView} view @param {KeyboardEvent} event */
function walk(view, event) {
  const key = /** @type {any} */ (event.key);
  if (event.shiftKey) {
    const by = { ArrowUp: [0, 80], ArrowDown: [0, -80], ArrowLeft: [80, 0], ArrowRight: [-80, 0] }[
      /** @type {"ArrowUp"} */ (key)
    ];
    view.board.panBy(by[0], by[1]);
    return;
  }
  view.board.focusOn(view.board.step(key));
  view.pointed = { hex: "", piece: "" };
  view.last = { hex: view.board.focus, piece: "" };
  view.tell(view.board.focus);
}

/** @param {MatchView} view */
function closeOrUndo(view) {
  if (view.closeSomething()) return;
  if (view.replay.on) view.replay.end();
  else if (view.now.can_undo) view.undo();
}

/** @param {MatchView} view @returns {() => void} takes the keys away again */
export function bindKeys(view) {
  const rows = table(view);
  const deeds = new Map(
    rows.flatMap(([keys, , deed]) => (keys === " " ? [[" ", deed]] : keys.split(" ").map((k) => [k, deed]))),
  );
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest("input, textarea, select");
    if (typing) {
      if (event.key === "Escape") {
        /** @type {HTMLElement} */ (typing).blur();
        view.board.host.focus();
      }
      return;
    }
    const onMap = target === view.board.host || target === document.body || target === view.app;
    if (
      !onMap &&
      ["Enter", " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown"].includes(event.key)
    )
      return;
    const deed = deeds.get(event.key);
    const overlay = view.overlays.get(event.key);
    if (!deed && !overlay) return;
    event.preventDefault();
    if (deed) deed(event);
    else if (overlay) view.showOverlay(overlay.key);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** @param {MatchView} view */
export function keyHelp(view) {
  /** @type {Record<string, string>} */
  const names = {
    " ": "Space",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Escape: "Esc",
    PageDown: "Page Down",
  };
  const rows = [
    ...table(view).map(([keys, words]) => [keys === " " ? [" "] : keys.split(" "), words]),
    ...[...view.overlays].map(([key, info]) => [[key], `Overlay: ${info.name}, for the hex or unit under the pointer`]),
  ];
  view.dialog(
    "Keys and help",
    h(
      "p",
      null,
      "Amber counters may act: click one, then a lit hex. A click elsewhere tells you which rule forbids it. Rest the pointer on a stack, or press long, to look into it.",
    ),
    h(
      "dl",
      { class: "keys", tabindex: 0 },
      rows.map(([keys, words]) => [
        h(
          "dt",
          null,
          /** @type {string[]} */ (keys).map((k) => [h("kbd", null, names[k] ?? k), " "]),
        ),
        h("dd", null, words),
      ]),
    ),
  );
}
