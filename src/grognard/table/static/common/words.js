// Words with something behind them: hexes that flash, rules that open, units as chips.

import { h, listed, s } from "./dom.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").BoardArt} BoardArt */

const RULE = /^[A-Z][A-Z0-9]{1,5}-(?:[A-Z]{0,3}\d*\.\w[\w.]*|\d\w*)$/;
const DICE = /[⚀-⚅]/;

/** Makes links of what a sentence names. */
export class Wording {
  /** @param {{flash: (hex: string) => void, rule: (id: string) => void, hasHex: (label: string) => boolean}} to */
  constructor(to) {
    this.to = to;
    /** @type {Map<string, Piece>} */
    this.units = new Map();
    /** @type {Map<string, string>} */
    this.colours = new Map();
  }

  /** Learns the names to be seen; those of counters gone are kept. @param {Scene} scene */
  learn(scene) {
    for (const side of scene.control ?? []) this.colours.set(side.side, side.colour);
    for (const piece of scene.pieces ?? []) if (piece.face !== "hidden") this.units.set(piece.id, piece);
  }

  /** The sentence as nodes. @param {string} text @returns {(Node | string)[]} */
  nodes(text) {
    const found = text.split(/([\s,;:()→·>]+)/).map((word) => this._word(word));
    found.forEach(([made], i) => {
      if (made instanceof Node) found[i] = [this._closed(made, found, i)];
    });
    return found.flat();
  }

  /** What a sentence names keeps its brackets and its comma on the same line. @param {Node} made @param {(Node | string)[][]} found @param {number} i */
  _closed(made, found, i) {
    const before = String(found[i - 1]?.[0] ?? ""),
      after = String(found[i + 1]?.[0] ?? "");
    const open = before.endsWith("(") ? "(" : "",
      close = after.match(/^[),;:]+/)?.[0] ?? "";
    if (open) found[i - 1] = [before.slice(0, -1)];
    if (close) found[i + 1] = [after.slice(close.length)];
    return open || close ? h("span", { class: "unbroken" }, open, made, close) : made;
  }

  /** @param {string} word @returns {(Node | string)[]} */
  _word(word) {
    const bare = word.replace(/[.!?]+$/, "");
    const rest = word.slice(bare.length);
    const node = this._node(bare);
    // A full stop is not left alone on the next line.
    return node ? [rest ? h("span", { class: "unbroken" }, node, rest) : node] : [word];
  }

  /** @param {string} word */
  _node(word) {
    if (!word) return null;
    if (this.to.hasHex(word)) return h("button", { class: "link hex", onclick: () => this.to.flash(word) }, word);
    const pair = word.split("/");
    if (pair.length === 2 && pair.every((w) => this.to.hasHex(w)))
      return h("button", { class: "link hex", onclick: () => this.to.flash(pair[0]) }, word);
    if (RULE.test(word))
      return h("button", { class: "link rule", onclick: () => this.to.rule(word), title: "Read this rule" }, word);
    if (DICE.test(word)) return h("span", { class: "die" }, word);
    const unit = this.units.get(word);
    return unit ? chip(unit, this.to.flash) : null;
  }
}

/** @param {Piece} piece @param {(hex: string) => void} flash */
function chip(piece, flash) {
  const mark = s(
    "svg",
    { width: 9, height: 12, viewBox: "0 0 9 12", "aria-hidden": "true" },
    s("rect", { width: 9, height: 12, rx: 2, fill: piece.ground || "#cfc8b4", stroke: "#1b1a17", "stroke-width": 1 }),
    s("rect", { width: 9, height: 4, rx: 1, fill: piece.band || "#6b6458" }),
  );
  return h(
    "button",
    {
      class: "link chip",
      title: piece.title ?? piece.id,
      onclick: () => {
        if (piece.hex) flash(piece.hex);
      },
    },
    mark,
    piece.id,
  );
}

// -- a hex in words ----------------------------------------------------------------------------

/** The name of a hex, if it has one. @param {BoardArt} board @param {string} label */
export function placeOf(board, label) {
  const names = [...(board.places ?? []), ...(board.hills ?? [])]
    .filter((p) => p.hex === label)
    .map((p) => p.name ?? "");
  return names.filter(Boolean).join(", ");
}

/** @param {string | undefined} terrain */
export function terrainWords(terrain) {
  return (terrain ?? "clear").replaceAll("_", " and ");
}

/** One line: number, name, terrain, worth, who holds it. @param {BoardArt} board @param {Scene} scene @param {string} label */
export function hexLine(board, scene, label) {
  const hex = (board.hexes ?? []).find((x) => x.label === label);
  const star = (board.stars ?? []).find((x) => x.hex === label);
  const held = (scene.control ?? []).find((c) => c.hexes?.includes(label));
  const works = (board.works ?? []).find((w) => w.hexes.includes(label));
  const marks = (scene.markers ?? []).filter((m) => m.at === label).map((m) => m.title || m.kind);
  return [
    label,
    placeOf(board, label),
    terrainWords(hex?.terrain),
    works?.name,
    star ? `worth ${star.value || "points"}` : "",
    held ? `${held.name} ground` : "",
    ...marks,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Scene} scene @param {string} label @returns {Piece[]} */
export function piecesIn(scene, label) {
  return (scene.pieces ?? []).filter((p) => p.hex === label);
}

/** @param {Piece} piece */
export function pieceLine(piece) {
  const steps = piece.steps_max ? `, ${piece.steps ?? 0} of ${piece.steps_max} steps` : "";
  const side = ["", "full", "hidden", "reduced"].includes(piece.face ?? "") ? "" : (piece.face ?? "");
  const marks = [side, ...(piece.badges ?? []).map((b) => b.title || b.text)].filter(Boolean);
  const back = piece.reverse ? `; other side: ${piece.reverse}` : "";
  return `${piece.title || piece.id}${steps}${marks.length ? ` (${marks.join(", ")})` : ""}${back}`;
}

/** What a screen reader says of a hex. @param {BoardArt} board @param {Scene} scene @param {string} label @param {string[]} may */
export function spoken(board, scene, label, may) {
  const pieces = piecesIn(scene, label).reverse().map(pieceLine);
  return `${hexLine(board, scene, label).replaceAll(" · ", ", ")}. ${pieces.length ? `${pieces.join("; ")}.` : "Empty."}${may.length ? ` You may ${listed(may)}.` : ""}`;
}

// -- dice ------------------------------------------------------------------------------------------

/** Where the pips of a face lie, in thirds. @type {number[][][]} */
const PIPS = [
  [],
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
];

/** A die as it fell; one of more or fewer than six sides shows its number. @param {number} face @param {number} sides */
export function die(face, sides) {
  const pips =
    sides === 6
      ? (PIPS[face] ?? []).map(([x, y]) =>
          s("circle", { cx: 4.5 + 4.5 * x, cy: 4.5 + 4.5 * y, r: 1.7, fill: "#1b1a17" }),
        )
      : [];
  return s(
    "svg",
    { class: "cast", width: 18, height: 18, viewBox: "0 0 18 18", role: "img", "aria-label": `rolled ${face}` },
    s("rect", { x: 0.5, y: 0.5, width: 17, height: 17, rx: 3.5, fill: "#fffdf4", stroke: "#1b1a17" }),
    pips.length
      ? pips
      : s(
          "text",
          { x: 9, y: 13, "font-size": 11, "font-weight": "bold", "text-anchor": "middle", fill: "#1b1a17" },
          face,
        ),
  );
}

// -- a counter beside the map --------------------------------------------------------------------

/** A counter as a small picture. @param {Piece} piece @param {number} [size] */
export function counter(piece, size = 46) {
  const ink = piece.ink || "#1b1a17";
  const symbol = `nato-${piece.symbol ?? "unknown"}`;
  const known = document.getElementById(symbol) ? symbol : "nato-unknown";
  const hidden = piece.face === "hidden";
  const bottom = hidden ? ((piece.count ?? 1) > 1 ? `×${piece.count}` : "") : (piece.figures ?? "");
  const wide = piece.corners?.[0] || piece.corners?.[1] ? 20 : 25;
  const words = { "font-weight": "bold", fill: ink, "text-anchor": "middle" };
  return s(
    "svg",
    { class: "counter", width: size, height: size, viewBox: "-24 -24 48 48", "aria-hidden": "true" },
    s("rect", { x: -23, y: -23, width: 46, height: 46, rx: 5, fill: piece.ground || "#cfc8b4", stroke: "#1a1712" }),
    hidden ? s("rect", { x: -23, y: -23, width: 46, height: 46, rx: 5, fill: "url(#p-hidden)" }) : null,
    piece.face === "reduced" ? s("path", { d: "M-22.6,9L22.6,-9V2L-22.6,20Z", fill: "#fff", opacity: 0.7 }) : null,
    piece.name
      ? s("path", { d: "M-23,-11.5V-18a5,5 0 0 1 5,-5H18a5,5 0 0 1 5,5V-11.5Z", fill: piece.band || "#efe9d8" })
      : null,
    piece.name
      ? s(
          "text",
          {
            x: -20,
            y: -14,
            "font-size": fitted(piece.name, piece.parent ? 22 : 40),
            fill: piece.band ? "#fff" : "#111",
            "font-weight": "bold",
          },
          piece.name,
        )
      : null,
    piece.parent
      ? s(
          "text",
          {
            x: 20,
            y: -14,
            "font-size": fitted(piece.parent, 15),
            fill: piece.band ? "#fff" : "#111",
            "text-anchor": "end",
          },
          piece.parent,
        )
      : null,
    s("use", { href: `#${known}`, x: -wide / 2, y: -8, width: wide, height: 17.4, fill: "#fffdf4", color: "#111" }),
    bottom ? s("text", { ...words, y: 20, "font-size": 12 }, bottom) : null,
    hidden
      ? null
      : (piece.corners ?? []).map((text, i) =>
          text
            ? s(
                "text",
                {
                  ...words,
                  ...inked(piece.inks?.[i]),
                  x: (i % 2 ? 1 : -1) * (text.length > 2 ? 14.8 : 16.3),
                  y: i < 2 ? 4 : 20,
                  "font-size": fitted(text, text.length > 2 ? 14 : 11),
                },
                text,
              )
            : null,
        ),
    piece.steps_max
      ? [
          s("circle", { cx: 17.5, cy: -3, r: 4.6, fill: "#fff", stroke: "#222" }),
          s("text", { x: 17.5, y: -0.4, "font-size": 7, "text-anchor": "middle", fill: "#111" }, piece.steps ?? 0),
        ]
      : null,
    piece.spent ? s("rect", { x: -23, y: -23, width: 46, height: 46, rx: 5, fill: "#f4efe0", opacity: 0.4 }) : null,
  );
}

/** A colour of its own, with a pale rim. @param {string | undefined} ink */
function inked(ink) {
  return ink ? { fill: ink, stroke: "#fffdf4", "stroke-width": 1.6, "paint-order": "stroke" } : {};
}

/** @param {string} text @param {number} room */
function fitted(text, room) {
  return Math.min(9, room / (text.length * 0.62));
}
