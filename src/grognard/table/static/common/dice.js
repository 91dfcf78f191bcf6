// A die as it fell.

import { h } from "../vendor/preact/preact.js";

/** Where the pips of a face lie: columns and rows in thirds. @type {string[]} */
const PIPS = ["", "11", "00 22", "00 11 22", "00 02 20 22", "00 02 11 20 22", "00 01 02 20 21 22"];

/** One of more or fewer than six sides shows its number. @param {{face: number, sides?: number}} props */
export function Die({ face, sides = 6 }) {
  const pips = sides === 6 ? (PIPS[face] ?? "").split(" ").filter(Boolean) : [];
  return h(
    "svg",
    { class: "cast", width: 18, height: 18, viewBox: "0 0 18 18", role: "img", "aria-label": `rolled ${face}` },
    h("rect", { x: 0.5, y: 0.5, width: 17, height: 17, rx: 3.5, fill: "#fffdf4", stroke: "#1b1a17" }),
    pips.length ? pips.map(pip) : number(face),
  );
}

/** @param {string} at */
function pip(at) {
  const [x, y] = at;
  return h("circle", { cx: 4.5 + 4.5 * Number(x), cy: 4.5 + 4.5 * Number(y), r: 1.7, fill: "#1b1a17" });
}

/** @param {number} face */
function number(face) {
  const how = { "font-size": 11, "font-weight": "bold", "text-anchor": "middle", fill: "#1b1a17" };
  return h("text", { x: 9, y: 13, ...how }, face);
}
