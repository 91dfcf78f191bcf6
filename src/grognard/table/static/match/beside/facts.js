// Facts: tracks, figures worth always seeing, and boxes off the map with what lies in them.

import { Counter } from "../../common/counter.js";
import { pieceLine } from "../../common/words.js";
import { useState } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */

/** @param {{game: Game}} props */
export function FactsPage({ game }) {
  const { tracks, facts, boxes } = game.told.scene.value;
  return h(
    "div",
    { class: "facts" },
    (tracks ?? []).map((track) => h(Track, { key: track.key, game, track })),
    h(
      "dl",
      null,
      (facts ?? []).map((fact) => [h("dt", null, fact.label), h("dd", null, fact.value)]),
    ),
    (boxes ?? []).map((box) => h(Box, { key: box.key, game, box })),
  );
}

/** @param {{game: Game, track: import("../../types.js").Track}} props */
function Track({ game, track }) {
  const now = track.cells.findIndex((cell) => cell.current);
  return h(
    "section",
    { class: `track ${track.kind ?? ""}` },
    h("h2", null, track.title),
    h(
      "ol",
      null,
      track.cells.map((cell, i) =>
        h(
          "li",
          {
            class: cell.current ? "current" : i < now ? "full" : "",
            "aria-current": cell.current ? "true" : undefined,
            title: cell.text ?? "",
          },
          h("span", { class: "label" }, cell.label),
          cell.text && cell.pieces?.length ? h("span", { class: "sub" }, cell.text) : null,
          h(Tiles, { game, ids: cell.pieces }),
        ),
      ),
    ),
  );
}

/** Open where something in it may act; otherwise as the reader left it. @param {{game: Game, box: import("../../types.js").Box}} props */
function Box({ game, box }) {
  const [open, setOpen] = useState(false);
  const lit = game.offers.actors.value,
    inside = box.pieces ?? [];
  const wanted = lit.has(box.key) || inside.some((id) => lit.has(id)) || Boolean(box.unfolded);
  const act = () => game.clicks.press("", box.key);
  return h(
    "details",
    {
      class: "box",
      open: open || wanted,
      onToggle: (/** @type {any} */ event) => setOpen(event.currentTarget.open),
    },
    h("summary", null, box.title, inside.length ? ` (${inside.length})` : ""),
    box.text ? h("p", null, game.sentences.words(box.text)) : null,
    h(Tiles, { game, ids: inside }),
    lit.has(box.key) ? h("button", { class: "small can", onClick: act }, "Act here") : null,
  );
}

/** @param {{game: Game, ids: string[] | undefined}} props */
function Tiles({ game, ids }) {
  if (!ids?.length) return null;
  return h(
    "div",
    { class: "tiles" },
    ids.map((id) => h(Tile, { key: id, game, id })),
  );
}

/** @param {{game: Game, id: string}} props */
function Tile({ game, id }) {
  const piece = game.told.pieces.value.get(id);
  if (!piece) return h("span", null, id);
  const line = pieceLine(piece);
  return h(
    "button",
    {
      class: `tile ${game.offers.actors.value.has(id) ? "can" : ""}`,
      title: line,
      "aria-label": line,
      onClick: () => game.clicks.press("", id),
    },
    h(Counter, { piece, size: 44 }),
  );
}
