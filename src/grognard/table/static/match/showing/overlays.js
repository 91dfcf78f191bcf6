// Answers drawn on the map, about the hex or unit last pointed at; and the legend that reads them.

import { setTaste, taste } from "../../common/mine.js";
import { speak } from "../../common/toasts.js";
import { useLayoutEffect, useRef, useState } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Overlay} Overlay */
/** @typedef {import("../../types.js").Shade | import("../../types.js").Arrow} Line */
/** @typedef {{name: string, spot: string, svg: string, overlays: Overlay[], unasked: boolean}} Shown */

const PLACES = ["", "low", "east"];

export class Overlays {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.drawn = signal(/** @type {Shown | null} */ (null));
  }

  /** @param {string} name @param {string} [spot] @param {boolean} [unasked] */
  async show(name, spot, unasked = false) {
    const { told, deeds } = this.game;
    const at = spot ?? this._about();
    const now = this.drawn.value;
    if (now?.name === name && now.spot === at) {
      this.clear();
      return;
    }
    const { n } = told.now.value;
    try {
      const drawn = await told.table.overlay(name, at);
      if (told.now.value.n !== n) return;
      this.drawn.value = { name, spot: at, svg: drawn.live_svg, overlays: drawn.overlays, unasked };
      // What comes by itself must not talk over the hex one has walked to meanwhile.
      if (!unasked) queueMicrotask(() => speak(document.querySelector(".legend")?.textContent ?? ""));
    } catch (error) {
      if (!unasked) await deeds.failed(error);
    }
  }

  /** The hex or piece last pointed at; or who is in hand. */
  _about() {
    const { pointer, told } = this.game;
    const { hex, piece } = pointer.over.hex ? pointer.over : pointer.last;
    const seen = told.pieces.value.get(piece);
    return (seen && seen.face !== "hidden" ? piece : hex) || [...told.held.value][0] || "";
  }

  /** How far whoever is in hand can go, if anywhere. */
  showReach() {
    const { told, offers } = this.game;
    const [inHand] = told.held.value;
    const reach = told.about.value.overlays.find((info) => info.on_select);
    if (inHand && offers.lie.value.hexes.size && reach) this.show(reach.key, inHand, true);
  }

  /** Whether there was one to clear. */
  clear() {
    const was = this.drawn.value !== null;
    this.drawn.value = null;
    return was;
  }
}

/** @param {{game: Game}} props */
export function Legend({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = game.overlays.drawn.value;
  useLayoutEffect(() => dodge(place.current, game, shown?.spot ?? ""), [shown]);
  return h(
    "div",
    { class: "legend", hidden: !shown, ref: place },
    shown?.overlays.map((overlay) => h(Reading, { key: `${shown.spot} ${overlay.key}`, overlay, shown, game })),
    h("button", { class: "plain shut", "aria-label": "Clear the overlay", onClick: () => game.overlays.clear() }, "×"),
  );
}

/** It lies at the foot of the map, or at its other side, where it would cover what it is about. @param {HTMLElement | null} el @param {Game} game @param {string} spot */
function dodge(el, game, spot) {
  if (!el || el.hidden) return;
  const [hex] = game.camera.hexesOf([spot]);
  for (const place of PLACES) {
    el.className = `legend ${place}`;
    if (!hex || !overlap(game.board.box(hex), el.getBoundingClientRect())) return;
  }
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** What comes unasked keeps its words folded, unless the player wants them. @param {{overlay: Overlay, shown: Shown, game: Game}} props */
function Reading({ overlay, shown, game }) {
  const said = [...(overlay.shades ?? []), ...(overlay.arrows ?? [])].filter((line) => line.title);
  const row = (/** @type {Line} */ line) =>
    h(
      "p",
      null,
      coloured(line) ? h("span", { class: "dot", style: { background: line.colour } }) : null,
      h("span", null, game.sentences.words(line.title ?? "")),
    );
  const folded = shown.unasked ? said.filter((line) => !coloured(line)) : [];
  return h(
    "div",
    null,
    h("strong", null, overlay.title),
    said.filter((line) => !folded.includes(line)).map(row),
    folded.length ? h(Folded, null, folded.map(row)) : null,
  );
}

/** @param {{children?: import("../../vendor/preact/preact.js").ComponentChildren}} props */
function Folded({ children }) {
  const [open] = useState(taste("about", "shut") === "open");
  const keep = (/** @type {any} */ event) => setTaste("about", event.currentTarget.open ? "open" : "shut");
  return h("details", { open, onToggle: keep }, h("summary", null, "How it stands"), children);
}

/** Whether it colours anything on the map. @param {Line} line */
function coloured(line) {
  return !("hexes" in line) || line.hexes.length > 0;
}
