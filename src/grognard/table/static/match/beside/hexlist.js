// The map as a list, for those who do not see it.

import { hexLine, pieceLine } from "../../common/words.js";
import { useState } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {{label: string, line: string, pieces: string[], may: string[]}} Row */

const MOST = 1500;
const MAY = 6;

/** Made only when it is looked at: it is long. @param {{game: Game}} props */
export function HexList({ game }) {
  return game.drawer.now.value === "list" ? h(List, { game }) : null;
}

/** @param {{game: Game}} props */
function List({ game }) {
  const [wanted, setWanted] = useState("");
  const [empty, setEmpty] = useState(false);
  return h(
    "div",
    { class: "hexlist" },
    h(
      "div",
      { class: "tools" },
      h("input", {
        type: "search",
        placeholder: "Hex, place, unit",
        "aria-label": "Filter the hexes",
        value: wanted,
        onInput: (/** @type {any} */ event) => setWanted(event.currentTarget.value),
      }),
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          checked: empty,
          onChange: (/** @type {any} */ event) => setEmpty(event.currentTarget.checked),
        }),
        "empty ones too",
      ),
    ),
    h(
      "ul",
      { "aria-label": "Hexes and stacks" },
      rows(game, wanted.trim().toLowerCase(), empty).map((row) => h(Hex, { key: row.label, game, row })),
    ),
  );
}

/** @param {Game} game @param {string} wanted @param {boolean} empty @returns {Row[]} */
function rows({ told, offers }, wanted, empty) {
  const { board } = told.about.value,
    scene = told.scene.value,
    may = offers.may();
  const full = new Set((scene.pieces ?? []).map((piece) => piece.hex).filter(Boolean));
  return (board.hexes ?? [])
    .map((hex) => hex.label)
    .filter((label) => empty || wanted || full.has(label) || may.has(label))
    .sort()
    .map((label) => ({
      label,
      line: hexLine(board, scene, label),
      pieces: told.piecesIn(label).reverse().map(pieceLine),
      may: may.get(label) ?? [],
    }))
    .filter((row) => !wanted || `${row.line} ${row.pieces.join(" ")}`.toLowerCase().includes(wanted))
    .slice(0, MOST);
}

/** @param {{game: Game, row: Row}} props */
function Hex({ game, row }) {
  const go = () => {
    game.camera.goTo(row.label);
    game.board.host.focus();
  };
  const may = `You may: ${row.may.slice(0, MAY).join("; ")}${row.may.length > MAY ? " …" : ""}`;
  return h(
    "li",
    null,
    h("button", { class: "row", onClick: go }, h("strong", null, row.line)),
    row.pieces.length
      ? h(
          "ul",
          null,
          row.pieces.map((line) => h("li", null, line)),
        )
      : null,
    row.may.length ? h("p", { class: "may" }, may) : null,
  );
}
