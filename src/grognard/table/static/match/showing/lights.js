// Keeps the map as the moment shown has it: its counters, what lies over them, and what is lit.

import { effect } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */

/** @param {Game} game @returns {() => void} puts an end to it */
export function lightMap(game) {
  const { told, board, overlays } = game;
  let drawn = "";
  const ends = [
    effect(() => {
      const svg = overlays.drawn.value?.svg ?? told.shown.value.live_svg;
      if (svg !== drawn) board.show(svg);
      drawn = svg;
      light(game);
      board.ring(game.formation.kin.value);
    }),
    effect(() => void board.host.classList.toggle("nofront", !game.looks.front.value)),
    effect(() => void board.host.classList.toggle("nocounters", !game.looks.counters.value)),
    effect(() => game.minimap.show(told.scene.value)),
    effect(() => {
      game.app.dataset.at = String(told.shown.value.n);
    }),
    effect(() => void game.app.classList.toggle("past", Boolean(told.past.value))),
    effect(() => void game.app.classList.toggle("busy", game.deeds.busy.value)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** @param {Game} game */
function light({ told, board, offers }) {
  const { hexes, sides, picked } = offers.lie.value;
  const styles = new Map(
    [...hexes].map(([hex, all]) => [hex, `verb-${Math.max(...all.map((offer) => offers.style(offer)))}`]),
  );
  const where = new Map([...offers.actors.value].map((id) => [id, told.hexOf(id)]));
  board.light(styles, where, new Set([...told.held.value, picked]), sides);
}
