// A counter beside the map, as a small picture.

import { h } from "../vendor/preact/preact.js";

/** @typedef {import("../types.js").Piece} Piece */

const WHOLE = { x: -23, y: -23, width: 46, height: 46, rx: 5 };
const BAR = "M-23,-11.5V-18a5,5 0 0 1 5,-5H18a5,5 0 0 1 5,5V-11.5Z";

/** @param {{piece: Piece, size?: number}} props */
export function Counter({ piece, size = 46 }) {
  const hidden = piece.face === "hidden";
  return h(
    "svg",
    { class: "counter", width: size, height: size, viewBox: "-24 -24 48 48", "aria-hidden": "true" },
    h("rect", { ...WHOLE, fill: piece.ground || "#cfc8b4", stroke: "#1a1712" }),
    hidden ? h("rect", { ...WHOLE, fill: "url(#p-hidden)" }) : null,
    piece.face === "reduced" ? h("path", { d: "M-22.6,9L22.6,-9V2L-22.6,20Z", fill: "#fff", opacity: 0.7 }) : null,
    piece.name ? h("path", { d: BAR, fill: piece.band || "#efe9d8" }) : null,
    name(piece, piece.name, piece.parent ? 22 : 40, { x: -20, "font-weight": "bold" }),
    name(piece, piece.parent, 15, { x: 20, "text-anchor": "end" }),
    symbol(piece),
    figures(piece, hidden),
    hidden ? null : (piece.corners ?? []).map((text, i) => corner(piece, text, i)),
    piece.steps_max ? steps(piece) : null,
    piece.spent ? h("rect", { ...WHOLE, fill: "#f4efe0", opacity: 0.4 }) : null,
  );
}

/** @param {Piece} piece @param {string | undefined} text @param {number} room @param {Record<string, string | number>} where */
function name(piece, text, room, where) {
  if (!text) return null;
  const how = { y: -14, "font-size": fitted(text, room), fill: piece.band ? "#fff" : "#111" };
  return h("text", { ...where, ...how }, text);
}

/** @param {Piece} piece */
function symbol(piece) {
  const known = document.getElementById(`nato-${piece.symbol}`) ? piece.symbol : "unknown";
  const wide = piece.corners?.[0] || piece.corners?.[1] ? 20 : 25;
  const box = { x: -wide / 2, y: -8, width: wide, height: 17.4 };
  return h("use", { href: `#nato-${known}`, ...box, fill: "#fffdf4", color: "#111" });
}

/** @param {Piece} piece */
function bold(piece) {
  return { "font-weight": "bold", fill: piece.ink || "#1b1a17", "text-anchor": "middle" };
}

/** @param {Piece} piece @param {boolean} hidden */
function figures(piece, hidden) {
  const many = (piece.count ?? 1) > 1 ? `×${piece.count}` : "";
  const text = hidden ? many : (piece.figures ?? "");
  return text ? h("text", { ...bold(piece), y: 20, "font-size": 12 }, text) : null;
}

/** @param {Piece} piece @param {string} text @param {number} i */
function corner(piece, text, i) {
  if (!text) return null;
  const long = text.length > 2;
  const at = { x: (i % 2 ? 1 : -1) * (long ? 14.8 : 16.3), y: i < 2 ? 4 : 20 };
  const how = { ...bold(piece), ...inked(piece.inks?.[i]), "font-size": fitted(text, long ? 14 : 11) };
  return h("text", { ...how, ...at }, text);
}

/** @param {Piece} piece */
function steps(piece) {
  return [
    h("circle", { cx: 17.5, cy: -3, r: 4.6, fill: "#fff", stroke: "#222" }),
    h("text", { x: 17.5, y: -0.4, "font-size": 7, "text-anchor": "middle", fill: "#111" }, piece.steps ?? 0),
  ];
}

/** A colour of its own, with a pale rim. @param {string | undefined} ink */
function inked(ink) {
  return ink ? { fill: ink, stroke: "#fffdf4", "stroke-width": 1.6, "paint-order": "stroke" } : {};
}

/** @param {string} text @param {number} room */
function fitted(text, room) {
  return Math.min(9, room / (text.length * 0.62));
}
