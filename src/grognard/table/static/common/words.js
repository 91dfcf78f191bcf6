// A hex and what stands in it, in words.

import { listed } from "./dom.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").BoardArt} BoardArt */

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

/** @param {string} words */
export function capital(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
